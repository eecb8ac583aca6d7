package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.Jdbc;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.QuickstartCopy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Processes of {@code myriarchd serve} that share a database and a repository. */
final class ClusterUnderTest implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(90);
    static final String TOKEN = "myra_" + "t".repeat(32);

    private static final String BASE = "blueprints/base.yaml";
    private static final String INTERVAL = "check_interval: ";

    private final Path folder;
    private final QuickstartCopy repository;
    private final Path config;
    private final List<Runnable> open = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private String interval = "1s";

    /** One replica, with the name that it has in the list of replicas. */
    record Replica(String id, ProcessUnderTest process, URI url, URI metrics) {
        ApiClient api() {
            return new ApiClient(url, TOKEN);
        }

        URI endpoint() {
            return URI.create("ws://" + url.getAuthority() + "/v1/opamp");
        }
    }

    /**
     * @param leaderSessionTimeout of the settings, such as {@code 10s}
     */
    ClusterUnderTest(Path folder, DatabaseUrl database, String leaderSessionTimeout) {
        this.folder = folder;
        this.repository = QuickstartCopy.in(folder.resolve("repository"));
        write("token", TOKEN);
        write("dsn", MigrateCommandPgTest.dsn(database));
        this.config =
                write(
                        "myriarchd.yaml",
                        """
                        server:
                          listenAddr: "127.0.0.1:0"
                          metricsListenAddr: "127.0.0.1:0"
                          publicUrl: https://myriarch.example
                          shutdownTimeout: 5s
                          tls: {terminatedUpstream: true}
                        database: {dsnFile: %1$s/dsn, statementTimeout: 10s}
                        ha:
                          leaderSessionTimeout: %2$s
                          heartbeatInterval: 1s
                          replicaTimeout: 5s
                        gitops: {source: "dir:%3$s", pollInterval: 1s}
                        auth: {bootstrapAdmin: {enabled: true, tokenFile: %1$s/token}}
                        """
                                .formatted(folder, leaderSessionTimeout, repository.folder()));
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path config() {
        return config;
    }

    static ProcessUnderTest launch(Map<String, String> environment, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.myriarch.app.Myriarchd"));
        command.addAll(List.of(arguments));
        return ProcessUnderTest.start(command, Path.of("").toAbsolutePath(), environment);
    }

    Replica start(String id) {
        return start(id, Map.of());
    }

    /** A replica that reaches the database in another way than the others. */
    Replica start(String id, DatabaseUrl database) {
        Path dsn = write("dsn-" + id, MigrateCommandPgTest.dsn(database));
        return start(id, Map.of("MYRIARCH_DATABASE_DSN_FILE", dsn.toString()));
    }

    /** Starts a replica and waits until it is ready. */
    Replica start(String id, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("MYRIARCH_HA_REPLICA_ID", id);
        ProcessUnderTest process = launch(all, "serve", "--config", config.toString());
        open.add(process::close);
        String address = process.awaitLine("listening on: ", SOON);
        String metrics = process.awaitLine("metrics on: ", SOON);
        Replica replica =
                new Replica(
                        id,
                        process,
                        URI.create("http://" + address),
                        URI.create("http://" + metrics));
        replicas.add(replica);
        awaitReady(replica);
        return replica;
    }

    void awaitReady(Replica replica) {
        Await.until(replica.id() + " is ready", SOON, () -> status(replica, "/readyz") == 200);
    }

    void awaitNotReady(Replica replica) {
        Await.until(
                replica.id() + " says that it is not ready",
                SOON,
                () -> status(replica, "/readyz") == 503);
    }

    int status(Replica replica, String path) {
        return get(replica.url().resolve(path)).statusCode();
    }

    private HttpResponse<String> get(URI uri) {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(SOON).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no answer to " + uri, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    boolean leads(Replica replica) {
        return get(replica.metrics().resolve("/metrics")).body().contains("myriarch_leader 1\n");
    }

    /** Waits until one of these replicas, all of which answer, leads. */
    Replica awaitLeader(Replica... replicas) {
        return Await.present(
                "a leader",
                SOON,
                () -> {
                    List<Replica> leaders = List.of(replicas).stream().filter(this::leads).toList();
                    assertThat(leaders).hasSizeLessThanOrEqualTo(1);
                    return leaders.stream().findFirst();
                });
    }

    /** A new token for agents, made by the command. */
    String enrollmentToken(String name) {
        CommandRun run =
                CommandRun.of(
                        "auth",
                        "create-enrollment-token",
                        "--config",
                        config.toString(),
                        "--name",
                        name);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().getFirst();
    }

    /** Connects a collector to a replica; it is closed with the cluster. */
    TestAgent connect(Replica replica, String hostName) {
        TestAgent agent =
                TestAgent.connect(replica.endpoint(), enrollmentToken(hostName), hostName);
        open.add(agent::close);
        Await.until(
                "the first configuration of " + hostName,
                SOON,
                () -> agent.hasConfigWith(INTERVAL + interval));
        return agent;
    }

    /** Commits a change to the repository: the collectors get another interval. */
    void change(String newInterval) {
        repository.replace(BASE, INTERVAL + interval, INTERVAL + newInterval);
        interval = newInterval;
    }

    /** Waits until the last change reached the collector. */
    void awaitChange(TestAgent agent) {
        try {
            Await.until(
                    "the change to " + interval,
                    SOON,
                    () -> agent.hasConfigWith(INTERVAL + interval));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + errors(), e);
        }
    }

    /** What every replica logged, for the message of a failure. */
    private String errors() {
        StringBuilder text = new StringBuilder();
        for (Replica replica : replicas) {
            text.append("\n-- ").append(replica.id()).append('\n');
            replica.process().errors().forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /** A new journal of what the leaders do from now on. */
    static Journal journal(Jdbc database) {
        return Journal.install(database);
    }

    /** What leaders did: each applied revision with the replica and the term at the commit. */
    record Journal(Jdbc database) {
        private static final List<String> INSTALL =
                List.of(
                        """
                        CREATE TABLE journal (
                          id bigint GENERATED ALWAYS AS IDENTITY,
                          replica text, term bigint, result text, revision text)
                        """,
                        """
                        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN
                          INSERT INTO journal (replica, term, result, revision)
                          SELECT current_setting('application_name'),
                                 (SELECT convert_from(value, 'UTF8')::bigint FROM kv
                                  WHERE key LIKE 'leader/term/%'),
                                 NEW.result, NEW.revision;
                          RETURN NULL;
                        END $$
                        """,
                        """
                        CREATE CONSTRAINT TRIGGER note AFTER INSERT ON gitops_syncs
                        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()
                        """);

        /** One action of a leader. */
        record Entry(String replica, long term, String result, String revision) {}

        static Journal install(Jdbc database) {
            INSTALL.forEach(sql -> database.update(sql, Jdbc.Binder.NONE));
            return new Journal(database);
        }

        List<Entry> entries() {
            return database.list(
                    "SELECT replica, term, result, revision FROM journal ORDER BY id",
                    Jdbc.Binder.NONE,
                    row ->
                            new Entry(
                                    row.text("replica"),
                                    row.bigint("term"),
                                    row.text("result"),
                                    row.text("revision")));
        }

        /** Those that applied a revision. */
        List<Entry> applied() {
            return entries().stream().filter(entry -> entry.result().equals("applied")).toList();
        }

        /** Every revision was applied once, terms only grew, and each had one leader. */
        void assertNothingTwice(int revisions) {
            List<Entry> entries = entries();
            assertThat(applied())
                    .as("%s", entries)
                    .extracting(Entry::revision)
                    .doesNotHaveDuplicates();
            assertThat(applied()).as("%s", entries).hasSize(revisions);
            Map<Long, String> leaders = new HashMap<>();
            long last = 0;
            for (Entry entry : entries) {
                assertThat(entry.term()).as("%s", entries).isGreaterThanOrEqualTo(last);
                last = entry.term();
                assertThat(
                                Optional.ofNullable(leaders.putIfAbsent(last, entry.replica()))
                                        .orElse(entry.replica()))
                        .as("%s", entries)
                        .isEqualTo(entry.replica());
            }
        }
    }

    /** Kills the processes, newest first. */
    @Override
    public void close() {
        open.reversed().forEach(Runnable::run);
        client.shutdownNow();
    }
}
