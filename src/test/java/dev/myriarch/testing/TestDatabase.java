package dev.myriarch.testing;

import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.EmbeddedPostgres;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Migrations;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of its own on a real PostgreSQL, dropped when it is closed. The server is started once
 * per JVM, or is the one that MYRIARCH_TEST_DATABASE_DSN names.
 *
 * <pre>{@code
 * private static final TestDatabase DATABASE = TestDatabase.create();
 *
 * @AfterAll
 * static void close() {
 *     DATABASE.close();
 * }
 * }</pre>
 */
public final class TestDatabase implements AutoCloseable {
    private static final PoolOptions OPTIONS =
            new PoolOptions(10, Duration.ofSeconds(5), Duration.ofSeconds(30), "myriarch tests");

    private final String name;
    private final PooledDatabase database;

    private TestDatabase(String name) {
        this.name = name;
        this.database = new PooledDatabase(Server.INSTANCE.url.withDatabase(name), OPTIONS);
    }

    /** A database with all migrations applied. */
    public static TestDatabase create() {
        return clone(Server.INSTANCE.template());
    }

    /** A database without any table. */
    public static TestDatabase createEmpty() {
        return clone("template0");
    }

    private static TestDatabase clone(String template) {
        String name = Server.INSTANCE.nextName();
        Server.INSTANCE.execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, template));
        return new TestDatabase(name);
    }

    public PooledDatabase database() {
        return database;
    }

    /** Address of the database, with the password of a superuser. */
    public DatabaseUrl url() {
        return database.url();
    }

    /** Empties these tables, and with them every table that refers to one of them. */
    public void clear(List<String> tables) {
        database.update("TRUNCATE " + String.join(", ", tables) + " CASCADE", Jdbc.Binder.NONE);
    }

    /**
     * Moves what {@code clock_timestamp()} says in sessions of this database that begin from now
     * on; those of {@link #database()} begin anew. Each call counts from the real time.
     *
     * @param by an interval such as {@code 1 hour} or {@code -1 day}
     */
    public void moveClock(String by) {
        database.update(
                """
                CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz
                LANGUAGE sql VOLATILE AS
                $$ SELECT pg_catalog.clock_timestamp() + interval '%s' $$
                """
                        .formatted(by),
                Jdbc.Binder.NONE);
        database.update(
                "ALTER DATABASE %s SET search_path = public, pg_catalog".formatted(name),
                Jdbc.Binder.NONE);
        endSessions();
        Await.present(
                "a new session",
                Duration.ofSeconds(30),
                Await.attempt(
                        () -> database.update("SET application_name = 'moved'", Jdbc.Binder.NONE)));
    }

    /** Ends every other session of the database, as the restart of a server does. */
    public void endSessions() {
        Server.INSTANCE.admin.list(
                """
                SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
                WHERE datname = ? AND pid <> pg_backend_pid()
                """,
                parameters -> parameters.text(name),
                row -> row.bool("ended"));
    }

    /** Drops the database; a connection that was not given back is an error of the test. */
    @Override
    public void close() {
        int inUse = database.connectionsInUse();
        database.close();
        Server.INSTANCE.execute("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
        if (inUse != 0) {
            throw new AssertionError(inUse + " database connections were not given back");
        }
    }

    /** The server of this JVM; made when the first test needs it. */
    private static final class Server {
        static final Server INSTANCE = start();

        final DatabaseUrl url;
        final PooledDatabase admin;
        final String prefix = "test_%d_".formatted(ProcessHandle.current().pid());
        private final AtomicInteger count = new AtomicInteger();

        private Server(DatabaseUrl url) {
            this.url = url;
            this.admin = new PooledDatabase(url, OPTIONS);
        }

        private static Server start() {
            String dsn = System.getenv().getOrDefault("MYRIARCH_TEST_DATABASE_DSN", "");
            if (!dsn.isEmpty()) {
                return new Server(DatabaseUrl.parse(dsn));
            }
            EmbeddedPostgres postgres = EmbeddedPostgres.ephemeral(System.getenv());
            Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
            return new Server(postgres.url());
        }

        String template() {
            return Template.NAME;
        }

        String nextName() {
            return prefix + count.incrementAndGet();
        }

        void execute(String sql) {
            admin.update(sql, Jdbc.Binder.NONE);
        }
    }

    /** Apart from the server, as tests of the migrations themselves need no template. */
    private static final class Template {
        static final String NAME = create();

        private Template() {}

        private static String create() {
            String name = Server.INSTANCE.prefix + "template";
            Server.INSTANCE.execute("CREATE DATABASE " + name);
            new Migrations(Server.INSTANCE.url.withDatabase(name), InstantSource.system())
                    .prepare(true);
            return name;
        }
    }
}
