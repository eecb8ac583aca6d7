package dev.myriarch.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Brings a database to the schema of this program. Replicas that start together wait for each other
 * at a session advisory lock. Confined to one thread.
 */
public final class Migrations {
    private static final Logger LOG = System.getLogger(Migrations.class.getName());

    /** Any number nobody else uses on the database. */
    static final long LOCK_KEY = 7_012_023;

    private static final Duration LOCK_LIMIT = Duration.ofMinutes(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private static final String TABLE_EXISTS = "SELECT to_regclass(?) IS NOT NULL AS present";
    private static final String CREATE_TABLE =
            """
            CREATE TABLE IF NOT EXISTS schema_migrations (
              version integer PRIMARY KEY,
              checksum text NOT NULL,
              applied_at timestamptz NOT NULL
            )
            """;
    private static final String APPLIED =
            "SELECT version, checksum FROM schema_migrations ORDER BY version";
    private static final String COMPATIBILITY = "SELECT min_binary_schema FROM schema_compat";
    private static final String INSERT =
            "INSERT INTO schema_migrations (version, checksum, applied_at) VALUES (?, ?, ?)";
    private static final String DELETE = "DELETE FROM schema_migrations WHERE version = ?";

    private final Connections connections;
    private final InstantSource clock;
    private final List<Migration> migrations;
    private final Duration lockLimit;

    public Migrations(DatabaseUrl url, InstantSource clock) {
        this(url, clock, Migration.embedded());
    }

    Migrations(DatabaseUrl url, InstantSource clock, List<Migration> migrations) {
        this(url, clock, migrations, LOCK_LIMIT);
    }

    /**
     * @param lockLimit how long to wait for another process that migrates
     */
    Migrations(
            DatabaseUrl url, InstantSource clock, List<Migration> migrations, Duration lockLimit) {
        // No statement timeout: an index on a large table takes its time.
        this.connections =
                new Connections(
                        url, "myriarchd migrations", CONNECT_TIMEOUT, Connections.UNLIMITED);
        this.clock = clock;
        this.migrations = List.copyOf(migrations);
        this.lockLimit = lockLimit;
    }

    /** The highest migration of this program. */
    public int level() {
        return migrations.size();
    }

    /** Reads the state and changes nothing. */
    public SchemaState state() {
        try (Connection connection = connections.open()) {
            return state(new JdbcRunner(connection));
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /**
     * The schema step of a start: decides, migrates where that is due and allowed, logs the result.
     *
     * @return the state to run on
     * @throws SchemaException if this program must not run on the database
     */
    public SchemaState prepare(boolean migrate) {
        SchemaState state = state();
        if (SchemaDecision.decide(state, level(), migrate) instanceof SchemaDecision.Migrate) {
            migrate();
            state = state();
        }
        accept(state, SchemaDecision.decide(state, level(), false));
        return state;
    }

    private void accept(SchemaState state, SchemaDecision decision) {
        switch (decision) {
            case SchemaDecision.Start() -> {}
            case SchemaDecision.StartOnNewer(String warning) ->
                    LOG.log(Level.WARNING, warning + numbers(state));
            case SchemaDecision.Migrate() ->
                    throw new IllegalStateException("migrations are still pending");
            case SchemaDecision.RefuseOlder(String message) ->
                    throw SchemaException.failed(message);
            case SchemaDecision.RefuseIncompatible(String message) ->
                    throw SchemaException.incompatible(message);
            case SchemaDecision.RefuseDamaged(String message) ->
                    throw SchemaException.failed(message);
        }
        LOG.log(Level.INFO, "database schema ready" + numbers(state));
    }

    private String numbers(SchemaState state) {
        OptionalInt compatibility = state.compatibilityLevel();
        return " schemaVersion=%d compatibilityLevel=%s schemaLevel=%d"
                .formatted(
                        state.version(),
                        compatibility.isPresent() ? compatibility.getAsInt() : "none",
                        level());
    }

    private SchemaState state(Jdbc jdbc) {
        if (!hasTable(jdbc, "schema_migrations")) {
            return SchemaState.EMPTY;
        }
        List<Applied> applied = applied(jdbc);
        if (applied.isEmpty()) {
            return SchemaState.EMPTY;
        }
        return new SchemaState(
                applied.getLast().version(), compatibilityLevel(jdbc), damage(applied));
    }

    private static OptionalInt compatibilityLevel(Jdbc jdbc) {
        if (!hasTable(jdbc, "schema_compat")) {
            return OptionalInt.empty();
        }
        return jdbc.one(
                        COMPATIBILITY,
                        Jdbc.Binder.NONE,
                        row -> OptionalInt.of(row.integer("min_binary_schema")))
                .orElse(OptionalInt.empty());
    }

    private static boolean hasTable(Jdbc jdbc, String name) {
        return jdbc.one(
                        TABLE_EXISTS,
                        parameters -> parameters.text(name),
                        row -> row.bool("present"))
                .orElse(false);
    }

    private void migrate() {
        SessionLock lock =
                SessionLock.acquire(connections, LOCK_KEY, lockLimit)
                        .orElseThrow(() ->
                                SchemaException.failed(
                                        "another process has been migrating the database for"
                                                + " minutes: wait for its end and start again"));
        try (lock) {
            lock.jdbc().update(CREATE_TABLE, Jdbc.Binder.NONE);
            // Another replica may have migrated, even beyond this program, before the lock was had.
            List<Applied> applied = applied(lock.jdbc());
            damage(applied)
                    .ifPresent(message -> {
                        throw SchemaException.failed(message);
                    });
            for (Migration migration : migrations) {
                if (migration.number() > applied.size()) {
                    apply(lock.connection(), migration);
                }
            }
        }
    }

    private record Applied(int version, String checksum) {}

    private static List<Applied> applied(Jdbc jdbc) {
        return jdbc.list(
                APPLIED,
                Jdbc.Binder.NONE,
                row -> new Applied(row.integer("version"), row.text("checksum")));
    }

    private Optional<String> damage(List<Applied> applied) {
        for (int at = 0; at < applied.size(); at++) {
            Applied one = applied.get(at);
            if (one.version() != at + 1) {
                return Optional.of(
                        "the database schema is damaged: migration %05d was never applied but a later one was; restore a backup of the database"
                                .formatted(at + 1));
            }
            if (at < migrations.size() && !migrations.get(at).checksum().equals(one.checksum())) {
                return Optional.of(
                        "migration %s is not the one that was applied to this database (its checksum differs): run the release that made the database, or restore a backup"
                                .formatted(migrations.get(at).label()));
            }
        }
        return Optional.empty();
    }

    private void apply(Connection connection, Migration migration) {
        inTransaction(
                connection,
                migration,
                migration.up(),
                jdbc ->
                        jdbc.update(
                                INSERT,
                                parameters ->
                                        parameters
                                                .integer(migration.number())
                                                .text(migration.checksum())
                                                .instant(clock.instant())));
        LOG.log(Level.INFO, "applied migration " + migration.label());
    }

    /** Takes back the migrations above {@code version}; for tests, data are lost. */
    void revertTo(int version) {
        SessionLock lock =
                SessionLock.acquire(connections, LOCK_KEY, lockLimit)
                        .orElseThrow(() -> SchemaException.failed("the migration lock is taken"));
        try (lock) {
            for (Applied one : applied(lock.jdbc()).reversed()) {
                if (one.version() > version) {
                    Migration migration = migrations.get(one.version() - 1);
                    inTransaction(
                            lock.connection(),
                            migration,
                            migration.down(),
                            jdbc ->
                                    jdbc.update(
                                            DELETE,
                                            parameters -> parameters.integer(one.version())));
                }
            }
        }
    }

    private interface Note {
        int write(Jdbc jdbc);
    }

    private static void inTransaction(
            Connection connection, Migration migration, String script, Note note) {
        try {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute(script);
            }
            if (note.write(new JdbcRunner(connection)) != 1) {
                throw new SQLException("schema_migrations was changed by somebody else");
            }
            connection.commit();
            connection.setAutoCommit(true);
        } catch (SQLException | DatabaseException e) {
            // Closing the connection rolls back.
            throw SchemaException.failed(
                    "migration %s failed and was rolled back: %s"
                            .formatted(migration.label(), e.getMessage()),
                    e);
        }
    }
}
