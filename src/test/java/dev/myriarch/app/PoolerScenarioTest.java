package dev.myriarch.app;

import static dev.myriarch.app.ClusterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.app.ClusterUnderTest.Replica;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.PoolerCheck;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.PostgresUnderTest;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.Skip;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server behind a real PgBouncer. */
class PoolerScenarioTest {
    private static final Optional<Path> PGBOUNCER =
            Stream.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer")
                    .map(Path::of)
                    .filter(Files::isExecutable)
                    .findFirst();

    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.create();

    @BeforeEach
    void requirePooler() {
        Skip.unless(
                PGBOUNCER.isPresent(),
                PoolerScenarioTest.class,
                "PgBouncer is not installed; Debian: apt-get install pgbouncer");
    }

    @AfterEach
    void drop() {
        database.close();
    }

    @Test
    void poolerInTransactionModeIsRefusedWithWhatToDo() throws IOException {
        try (ProcessUnderTest _ = pooler("transaction");
                ClusterUnderTest cluster = new ClusterUnderTest(folder, pooled(), "10s")) {
            assertThat(PoolerCheck.problem(database.url())).isEmpty();
            for (String command : List.of("serve", "migrate")) {
                try (ProcessUnderTest refused =
                        ClusterUnderTest.launch(
                                Map.of(), command, "--config", cluster.config().toString())) {
                    assertThat(refused.awaitExit(SOON)).isEqualTo(1);
                    Await.until(
                            "the reason",
                            SOON,
                            () ->
                                    refused.errors().stream()
                                            .anyMatch(line ->
                                                    line.contains("pooler in transaction mode")
                                                            && line.contains(
                                                                    "pool_mode = session")));
                }
            }
        }
    }

    @Test
    void poolerInSessionModeWorks() throws IOException {
        try (ProcessUnderTest _ = pooler("session");
                ClusterUnderTest cluster = new ClusterUnderTest(folder, pooled(), "10s")) {
            Replica replica = cluster.start("only");
            cluster.awaitLeader(replica);
            TestAgent agent = cluster.connect(replica, "edge-1");
            cluster.change("1234ms");
            cluster.awaitChange(agent);
        }
    }

    private int port;

    private DatabaseUrl pooled() {
        DatabaseUrl url = database.url();
        return new DatabaseUrl(
                "127.0.0.1:" + port, url.database(), url.user(), url.password(), url.parameters());
    }

    private ProcessUnderTest pooler(String mode) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        DatabaseUrl url = database.url();
        // Where root runs the tests, the pooler is nobody.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                folder.resolve("users"),
                "\"%s\" \"%s\"\n".formatted(url.user(), url.password().reveal()));
        Path settings =
                Files.writeString(
                        folder.resolve("pgbouncer.ini"),
                        """
                        [databases]
                        %s = host=127.0.0.1 port=%d
                        [pgbouncer]
                        listen_addr = 127.0.0.1
                        listen_port = %d
                        unix_socket_dir =
                        auth_type = scram-sha-256
                        auth_file = %s/users
                        pool_mode = %s
                        default_pool_size = 40
                        ignore_startup_parameters = extra_float_digits
                        """
                                .formatted(
                                        url.database(),
                                        PostgresUnderTest.port(url),
                                        port,
                                        folder,
                                        mode));
        List<String> command = new ArrayList<>(List.of(PGBOUNCER.orElseThrow().toString()));
        if (System.getProperty("user.name", "").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(settings.toString());
        ProcessUnderTest process = ProcessUnderTest.start(command, folder, Map.of());
        Await.present(
                "the pooler listens",
                SOON,
                Await.attempt(() -> {
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        return socket.isConnected();
                    }
                }));
        return process;
    }
}
