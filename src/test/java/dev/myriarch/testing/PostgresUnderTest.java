package dev.myriarch.testing;

import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.EmbeddedPostgres;
import dev.myriarch.db.Migrations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of one test, to be stopped and started. It is always reached at the same address,
 * and has the database {@code myriarch} with all migrations. Confined to the thread of the test.
 */
public final class PostgresUnderTest implements AutoCloseable {
    private final Path folder;
    private final TcpProxy address;
    private final DatabaseUrl url;
    private @Nullable EmbeddedPostgres server;

    private PostgresUnderTest(Path folder, EmbeddedPostgres server) {
        this.folder = folder;
        this.server = server;
        DatabaseUrl direct = server.database("myriarch");
        new Migrations(direct, InstantSource.system()).prepare(true);
        this.address = TcpProxy.to(port(direct));
        this.url = through(direct, address);
    }

    /**
     * @param parent folder for the data
     */
    public static PostgresUnderTest start(Path parent) {
        try {
            // Where root runs the tests, the server is nobody.
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path folder = parent.resolve("postgres");
        return new PostgresUnderTest(folder, EmbeddedPostgres.persistent(folder, System.getenv()));
    }

    /** Address that stays the same. */
    public DatabaseUrl url() {
        return url;
    }

    /** The same database, reached by another way. */
    public static DatabaseUrl through(DatabaseUrl url, TcpProxy proxy) {
        return new DatabaseUrl(
                "127.0.0.1:" + proxy.port(),
                url.database(),
                url.user(),
                url.password(),
                url.parameters());
    }

    /** Port of the server that the address names. */
    public static int port(DatabaseUrl url) {
        return Integer.parseInt(url.hosts().substring(url.hosts().lastIndexOf(':') + 1));
    }

    /** Stops the server as its administrator does: every session is ended. */
    public void stop() {
        EmbeddedPostgres running = server;
        if (running != null) {
            running.close();
            server = null;
        }
    }

    /** Starts it again with the same data. */
    public void start() {
        EmbeddedPostgres started = EmbeddedPostgres.persistent(folder, System.getenv());
        server = started;
        address.setTarget(port(started.url()));
    }

    @Override
    public void close() {
        stop();
        address.close();
    }
}
