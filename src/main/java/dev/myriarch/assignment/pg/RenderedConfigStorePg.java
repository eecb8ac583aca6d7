package dev.myriarch.assignment.pg;

import dev.myriarch.assignment.RenderedConfigStore;
import dev.myriarch.base.Value;
import dev.myriarch.db.Database;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.json.Json;
import java.time.Instant;
import java.util.Optional;

/** The table {@code rendered_configs} in PostgreSQL. Thread-safe. */
public final class RenderedConfigStorePg implements RenderedConfigStore {
    private static final String FIND = "SELECT body FROM rendered_configs WHERE hash = ?";
    private static final String PUT =
            """
            INSERT INTO rendered_configs
              (hash, body, fleet, blueprint, revision, layers, created_at, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET used_at = excluded.used_at
            """;

    private final Database database;

    public RenderedConfigStorePg(Database database) {
        this.database = database;
    }

    @Override
    public Optional<byte[]> find(ConfigHash hash) {
        return database.one(
                FIND, parameters -> parameters.text(hash.hex()), row -> row.bytes("body"));
    }

    @Override
    public void put(RenderedConfig config, Instant now) {
        int hits =
                database.update(
                        PUT,
                        parameters ->
                                parameters
                                        .text(config.hash().hex())
                                        .bytes(config.body())
                                        .text(config.fleet())
                                        .text(config.blueprint())
                                        .text(config.revision())
                                        .json(Json.write(Value.ofTexts(config.layers())))
                                        .instant(now)
                                        .instant(now));
        if (hits != 1) {
            throw new IllegalStateException("configuration " + config.hash() + " was not stored");
        }
    }
}
