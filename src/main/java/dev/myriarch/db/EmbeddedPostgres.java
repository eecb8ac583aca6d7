package dev.myriarch.db;

import dev.myriarch.base.Secret;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL server of this process, for {@code myriarchd dev} and for tests: on a free port of
 * the loopback address, with a generated password, stopped at the end of the process whatever its
 * end is. Thread-safe, as nothing changes after the start.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final Logger LOG = System.getLogger(EmbeddedPostgres.class.getName());
    private static final String USER = "postgres";
    private static final int PORT_ATTEMPTS = 5;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(5);

    private final ServerFolder folder;
    private final ServerProcess process;
    private final DatabaseUrl url;

    private EmbeddedPostgres(ServerFolder folder, ServerProcess process, DatabaseUrl url) {
        this.folder = folder;
        this.process = process;
        this.url = url;
    }

    /**
     * Starts a server whose data stay in {@code folder} from one start to the next.
     *
     * @param environment of the process, for the choice of the server programs
     * @throws EmbeddedPostgresException if another process uses the folder or the server fails
     */
    public static EmbeddedPostgres persistent(Path folder, Map<String, String> environment) {
        requirePosix();
        return start(Kind.PERSISTENT, folder, environment);
    }

    /** Starts a server with fresh data that are deleted at the end. */
    public static EmbeddedPostgres ephemeral(Map<String, String> environment) {
        requirePosix();
        return start(Kind.EPHEMERAL, ServerFolder.newEphemeral(), environment);
    }

    private static void requirePosix() {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            throw new EmbeddedPostgresException(
                    "the local PostgreSQL runs on Linux and macOS only: set database.dsn to a"
                            + " server of your own");
        }
    }

    private enum Kind {
        PERSISTENT,
        EPHEMERAL
    }

    private static EmbeddedPostgres start(Kind kind, Path path, Map<String, String> environment) {
        LocalUser user = LocalUser.detect();
        ServerFolder folder = ServerFolder.open(path, user, kind == Kind.EPHEMERAL);
        boolean started = false;
        try {
            PostgresBinaries binaries =
                    PostgresBinaries.find(
                            environment, cacheFolder(environment), folder.dataVersion(), user);
            Secret password = folder.initialize(binaries);
            folder.awaitEndOfFormerServer();
            EmbeddedPostgres server = launch(kind, folder, binaries, user, password);
            started = true;
            return server;
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot prepare the data folder %s: %s".formatted(path, e), e);
        } finally {
            if (!started) {
                folder.close();
            }
        }
    }

    private static Path cacheFolder(Map<String, String> environment) {
        if (System.getProperty("user.name", "").equals("root")) {
            return Path.of("/var/cache/myriarch/postgres");
        }
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                caches.isEmpty()
                        ? Path.of(System.getProperty("user.home", "/tmp"), ".cache")
                        : Path.of(caches);
        return base.resolve("myriarch/postgres");
    }

    private static EmbeddedPostgres launch(
            Kind kind,
            ServerFolder folder,
            PostgresBinaries binaries,
            LocalUser user,
            Secret password)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            ServerProcess process =
                    ServerProcess.start(
                            user.wrap(command(kind, folder, binaries, port)), folder.log());
            boolean ready = false;
            try {
                ready = awaitReady(process, folder);
            } finally {
                if (!ready) {
                    process.close();
                }
            }
            if (ready) {
                DatabaseUrl url =
                        new DatabaseUrl("127.0.0.1:" + port, USER, USER, password, Map.of());
                LOG.log(
                        Level.DEBUG,
                        "PostgreSQL {0} runs on port {1,number,#}",
                        binaries.majorVersion(),
                        port);
                return new EmbeddedPostgres(folder, process, url);
            }
            String tail = ServerProcess.tail(folder.log());
            if (attempt == PORT_ATTEMPTS || !tail.contains("Address already in use")) {
                throw new EmbeddedPostgresException(
                        "PostgreSQL did not start on %s; the end of its log: %s"
                                .formatted(folder.data(), tail));
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static List<String> command(
            Kind kind, ServerFolder folder, PostgresBinaries binaries, int port) {
        List<String> command = new ArrayList<>();
        command.add(binaries.program("postgres").toString());
        command.addAll(List.of("-D", folder.data().toString(), "-p", Integer.toString(port)));
        List<String> settings = new ArrayList<>();
        settings.addAll(
                List.of(
                        "listen_addresses=127.0.0.1",
                        "unix_socket_directories=",
                        "timezone=UTC",
                        "log_timezone=UTC",
                        "shared_buffers=32MB",
                        "max_connections=100",
                        "jit=off",
                        // Neither statements nor values of rows get into the log.
                        "log_min_error_statement=panic",
                        "log_error_verbosity=terse"));
        if (kind == Kind.EPHEMERAL) {
            settings.addAll(
                    List.of(
                            "fsync=off",
                            "synchronous_commit=off",
                            "full_page_writes=off",
                            "autovacuum=off"));
        }
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        return command;
    }

    /** False when the server ended before it was ready. */
    private static boolean awaitReady(ServerProcess process, ServerFolder folder)
            throws IOException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!folder.isServerReady()) {
            if (!process.isRunning()) {
                return false;
            }
            if (System.nanoTime() > deadline) {
                throw new EmbeddedPostgresException(
                        "PostgreSQL was not ready within %d s on %s; the end of its log: %s"
                                .formatted(
                                        START_LIMIT.toSeconds(),
                                        folder.data(),
                                        ServerProcess.tail(folder.log())));
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new EmbeddedPostgresException("interrupted while PostgreSQL was starting");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(STEP.toMillis()));
        }
        return true;
    }

    /** The database {@code postgres} of the server, as its superuser. */
    public DatabaseUrl url() {
        return url;
    }

    /** The database {@code name} of the server, created if it is not there. */
    public DatabaseUrl database(String name) {
        try (PooledDatabase server = new PooledDatabase(url, PoolOptions.DEFAULT)) {
            boolean exists =
                    server.one(
                                    "SELECT datname FROM pg_database WHERE datname = ?",
                                    parameters -> parameters.text(name),
                                    row -> row.text("datname"))
                            .isPresent();
            if (!exists) {
                server.update("CREATE DATABASE " + identifier(name), Jdbc.Binder.NONE);
            }
        }
        return url.withDatabase(name);
    }

    /** DDL takes no parameters; only plain names are let through. */
    private static String identifier(String name) {
        if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
            throw new IllegalArgumentException("not a plain database name: " + name);
        }
        return name;
    }

    /** Runs {@code action} once when the server ends by itself, such as when it is killed. */
    public void onUnexpectedEnd(Runnable action) {
        process.onUnexpectedEnd(action);
    }

    /** Stops the server and waits for its end; data of an ephemeral server are deleted. */
    @Override
    public void close() {
        process.close();
        folder.close();
    }
}
