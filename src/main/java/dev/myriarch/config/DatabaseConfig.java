package dev.myriarch.config;

import dev.myriarch.base.Secret;
import java.time.Duration;
import java.util.Optional;

/**
 * Section {@code database}.
 *
 * @param dsn with a password in it; see {@link #readDsn()}
 */
public record DatabaseConfig(
        Optional<Secret> dsn,
        Optional<SecretFile> dsnFile,
        int maxConns,
        Duration acquireTimeout,
        Duration statementTimeout,
        boolean migrateOnStart) {
    static DatabaseConfig decode(Section section) {
        Secret dsn = section.secret("dsn");
        return new DatabaseConfig(
                dsn.reveal().isEmpty() ? Optional.empty() : Optional.of(dsn),
                section.secretFile("dsnFile"),
                section.integer("maxConns", 20, 2, 1000),
                section.duration("acquireTimeout", "5s", "100ms", "5m"),
                section.duration("statementTimeout", "30s", "1s", "1h"),
                section.bool("migrateOnStart", true));
    }

    /** The address of the database, from the file where one is named; empty: the embedded one. */
    public Optional<Secret> readDsn() {
        return dsnFile.map(SecretFile::read).or(() -> dsn);
    }
}
