package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of {@code myriarchd serve} on one database. */
class ReplicasScenarioTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String TOKEN = "myra_" + "t".repeat(32);
    private static final String PASSWORD = "correct horse battery";
    private static final String BASE = "blueprints/base.yaml";

    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.createEmpty();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    /** One replica, with the name that it has in the list of replicas. */
    private record Replica(String id, ProcessUnderTest process, URI url, URI metrics) {
        ApiClient api() {
            return new ApiClient(url, TOKEN);
        }
    }

    @BeforeEach
    void writeSecrets() throws IOException {
        Files.writeString(folder.resolve("dsn"), MigrateCommandPgTest.dsn(database.url()));
        Files.writeString(folder.resolve("token"), TOKEN);
        try (ProcessUnderTest hash = launch(Map.of(), "auth", "hash-password")) {
            hash.process().outputWriter().write(PASSWORD + "\n");
            hash.endInput();
            Files.writeString(folder.resolve("hash"), "pbkdf2-" + hash.awaitLine("pbkdf2-", SOON));
            assertThat(hash.awaitExit(SOON)).isZero();
        }
    }

    @AfterEach
    void stopEverything() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        client.shutdownNow();
        database.close();
    }

    private static ProcessUnderTest launch(Map<String, String> environment, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.myriarch.app.Myriarchd"));
        command.addAll(List.of(arguments));
        return ProcessUnderTest.start(command, Path.of("").toAbsolutePath(), environment);
    }

    private Path config(Path repository) throws IOException {
        return Files.writeString(
                folder.resolve("myriarchd.yaml"),
                """
                server:
                  listenAddr: "127.0.0.1:0"
                  metricsListenAddr: "127.0.0.1:0"
                  publicUrl: https://myriarch.example
                  shutdownTimeout: 5s
                  tls: {terminatedUpstream: true}
                database: {dsnFile: %1$s/dsn}
                ha: {leaderSessionTimeout: 10s, heartbeatInterval: 1s, replicaTimeout: 5s}
                gitops: {source: "dir:%2$s", pollInterval: 1s}
                auth:
                  bootstrapAdmin:
                    enabled: true
                    passwordHashFile: %1$s/hash
                    tokenFile: %1$s/token
                """
                        .formatted(folder, repository));
    }

    private Replica start(String id, Path config) {
        ProcessUnderTest process =
                launch(
                        Map.of("MYRIARCH_HA_REPLICA_ID", id),
                        "serve",
                        "--config",
                        config.toString());
        open.add(process);
        String address = process.awaitLine("listening on: ", SOON);
        String metrics = process.awaitLine("metrics on: ", SOON);
        Replica replica =
                new Replica(
                        id,
                        process,
                        URI.create("http://" + address),
                        URI.create("http://" + metrics));
        Await.until(id + " is ready", SOON, () -> status(replica.url(), "/readyz") == 200);
        return replica;
    }

    private int status(URI base, String path) {
        return send(HttpRequest.newBuilder(base.resolve(path)).build()).statusCode();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no answer to " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** The id of the leader as a replica sees it, when both are listed and one leads. */
    private static Optional<String> leader(Replica asked, int listed) {
        Value info = asked.api().get("/system/info");
        if (!(ApiClient.at(info, "replicas").orElseThrow()
                instanceof Value.Sequence(List<Value> replicas))) {
            throw new AssertionError("no list of replicas");
        }
        List<String> leaders =
                replicas.stream()
                        .filter(one ->
                                ApiClient.at(one, "leader").equals(Optional.of(Value.of(true))))
                        .map(one -> ApiClient.text(one, "id"))
                        .toList();
        assertThat(leaders).hasSizeLessThanOrEqualTo(1);
        return replicas.size() == listed ? leaders.stream().findFirst() : Optional.empty();
    }

    private static URI endpoint(Replica replica) {
        return URI.create("ws://" + replica.url().getAuthority() + "/v1/opamp");
    }

    @Test
    void changesReachAgentsOfEveryReplicaAndSurviveTheLossOfTheLeader() throws IOException {
        QuickstartCopy repository = QuickstartCopy.in(folder.resolve("repository"));
        Path config = config(repository.folder());
        Replica one = start("one", config);
        Replica two = start("two", config);
        String leads = Await.present("one leader of two", SOON, () -> leader(one, 2));
        Replica leader = leads.equals("one") ? one : two;
        Replica follower = leads.equals("one") ? two : one;
        assertThat(leader(follower, 2)).contains(leads);
        assertThat(metric(leader)).contains("myriarch_leader 1\n");
        assertThat(metric(follower)).contains("myriarch_leader 0\n");
        String token = enrollmentToken(config);

        TestAgent agent = TestAgent.connect(endpoint(follower), token, "edge-1");
        open.add(agent);
        Await.until(
                "the first configuration; " + follower.process().errors(),
                SOON,
                () -> agent.hasConfigWith("check_interval: 1s"));

        repository.replace(BASE, "check_interval: 1s", "check_interval: 1234ms");
        Await.until("the changed one", SOON, () -> agent.hasConfigWith("1234ms"));

        leader.process().signal("KILL");
        leader.process().awaitExit(SOON);
        repository.replace(BASE, "check_interval: 1234ms", "check_interval: 2345ms");

        Await.until(
                "the change that the new leader applies; " + follower.process().errors(),
                SOON,
                () -> agent.hasConfigWith("2345ms"));
        assertThat(Await.present("the new leader alone", SOON, () -> leader(follower, 1)))
                .isEqualTo(follower.id());
        agent.close();
        assertThat(follower.process().terminate(SOON)).isZero();
    }

    private String metric(Replica replica) {
        return send(HttpRequest.newBuilder(replica.metrics().resolve("/metrics")).build()).body();
    }

    private static String enrollmentToken(Path config) {
        CommandRun run =
                CommandRun.of(
                        "auth",
                        "create-enrollment-token",
                        "--config",
                        config.toString(),
                        "--name",
                        "test");
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().getFirst();
    }

    @Test
    void operatorSignsInAndTheHealthCheckPasses() throws IOException {
        QuickstartCopy repository = QuickstartCopy.in(folder.resolve("repository"));
        Path config = config(repository.folder());
        Replica replica = start("only", config);
        String url = replica.url().toString();

        assertThat(login(replica, PASSWORD).statusCode()).isEqualTo(200);
        assertThat(login(replica, "wrong").statusCode()).isEqualTo(401);
        assertThat(status(replica.metrics(), "/healthz")).isEqualTo(200);
        assertThat(status(replica.metrics(), "/api/v1/system/info")).isEqualTo(404);

        assertThat(CommandRun.of("healthcheck", "--url", url).code()).isZero();
        Path token = Files.writeString(folder.resolve("enrollment"), enrollmentToken(config));
        CommandRun healthy =
                CommandRun.of("healthcheck", "--url", url, "--token-file", token.toString());
        assertThat(healthy.code()).as(healthy.err()).isZero();
        assertThat(healthy.out().getLast())
                .isEqualTo(
                        "opamp ok: the upgrade at /v1/opamp was accepted with 101 (the server"
                                + " accepts the token)");
        assertThat(ApiClient.at(replica.api().get("/agents"), "items.0")).isEmpty();
    }

    private HttpResponse<String> login(Replica replica, String password) {
        return send(
                HttpRequest.newBuilder(replica.url().resolve("/api/v1/auth/login"))
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"username\":\"admin\",\"password\":\"%s\"}"
                                                .formatted(password)))
                        .build());
    }
}
