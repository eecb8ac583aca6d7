package dev.myriarch.system.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.system.KeyValueStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The table {@code kv}. Thread-safe. */
public final class KeyValueStorePg implements KeyValueStore {
    private static final String ALIVE = "(expires_at IS NULL OR expires_at > ?)";

    private static final String FIND = "SELECT value FROM kv WHERE key = ? AND " + ALIVE;

    private static final String INSERT =
            """
            INSERT INTO kv (key, value, updated_at, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value,
              updated_at = excluded.updated_at, expires_at = excluded.expires_at
            WHERE kv.expires_at <= excluded.updated_at
            """;

    private static final String PUT =
            """
            INSERT INTO kv (key, value, updated_at) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value,
              updated_at = excluded.updated_at, expires_at = NULL
            """;

    private static final String COMPARE_AND_SET =
            "UPDATE kv SET value = ?, updated_at = ? WHERE key = ? AND value = ? AND " + ALIVE;

    private static final String DELETE = "DELETE FROM kv WHERE key = ? AND " + ALIVE;

    private static final String DELETE_EXPECTED =
            "DELETE FROM kv WHERE key = ? AND value = ? AND " + ALIVE;

    private static final String COUNT =
            "SELECT count(*) AS keys FROM kv WHERE starts_with(key, ?) AND " + ALIVE;

    private final Jdbc database;
    private final InstantSource clock;

    public KeyValueStorePg(Jdbc database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public Optional<byte[]> find(String key) {
        return database.one(
                FIND,
                parameters -> parameters.text(key).instant(clock.instant()),
                row -> row.bytes("value"));
    }

    @Override
    public byte[] findOrCreate(String key, Supplier<byte[]> create) {
        Optional<byte[]> stored = find(key);
        if (stored.isPresent()) {
            return stored.get();
        }
        byte[] created = create.get();
        return insert(key, created, null)
                ? created
                : find(key)
                        .orElseThrow(
                                () -> new IllegalStateException("the key " + key + " vanished"));
    }

    @Override
    public void put(String key, byte[] value) {
        int hits =
                database.update(
                        PUT,
                        parameters -> parameters.text(key).bytes(value).instant(clock.instant()));
        if (hits != 1) {
            throw new IllegalStateException("the key " + key + " was not stored");
        }
    }

    @Override
    public boolean putIfAbsent(String key, byte[] value, Duration lifetime) {
        return insert(key, value, clock.instant().plus(lifetime));
    }

    private boolean insert(String key, byte[] value, @Nullable Instant end) {
        return database.update(
                        INSERT,
                        parameters ->
                                parameters
                                        .text(key)
                                        .bytes(value)
                                        .instant(clock.instant())
                                        .instant(end))
                == 1;
    }

    @Override
    public boolean compareAndSet(String key, byte[] expected, byte[] next) {
        Instant now = clock.instant();
        return database.update(
                        COMPARE_AND_SET,
                        parameters ->
                                parameters
                                        .bytes(next)
                                        .instant(now)
                                        .text(key)
                                        .bytes(expected)
                                        .instant(now))
                == 1;
    }

    @Override
    public boolean delete(String key) {
        return database.update(DELETE, parameters -> parameters.text(key).instant(clock.instant()))
                == 1;
    }

    @Override
    public boolean delete(String key, byte[] expected) {
        return database.update(
                        DELETE_EXPECTED,
                        parameters -> parameters.text(key).bytes(expected).instant(clock.instant()))
                == 1;
    }

    @Override
    public long count(String prefix) {
        return database.one(
                        COUNT,
                        parameters -> parameters.text(prefix).instant(clock.instant()),
                        row -> row.bigint("keys"))
                .orElse(0L);
    }
}
