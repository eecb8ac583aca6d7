package dev.myriarch.system.pg;

import dev.myriarch.db.Jdbc;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The table {@code kv}: small values that all replicas share. */
public final class KeyValueStorePg {
    private static final String FIND = "SELECT value FROM kv WHERE key = ?";

    private static final String INSERT =
            """
            INSERT INTO kv (key, value, updated_at) VALUES (?, ?, ?)
            ON CONFLICT (key) DO NOTHING
            """;

    private final Jdbc database;
    private final InstantSource clock;

    public KeyValueStorePg(Jdbc database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    public Optional<byte[]> find(String key) {
        return database.one(FIND, parameters -> parameters.text(key), row -> row.bytes("value"));
    }

    /** The stored value; where there is none yet, the one that the first replica stores. */
    public byte[] findOrCreate(String key, Supplier<byte[]> create) {
        Optional<byte[]> stored = find(key);
        if (stored.isPresent()) {
            return stored.get();
        }
        byte[] created = create.get();
        int inserted =
                database.update(
                        INSERT,
                        parameters -> parameters.text(key).bytes(created).instant(clock.instant()));
        return inserted == 1
                ? created
                : find(key)
                        .orElseThrow(
                                () -> new IllegalStateException("the key " + key + " vanished"));
    }
}
