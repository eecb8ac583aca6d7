package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.app.ClusterUnderTest.Replica;
import dev.myriarch.base.Value;
import dev.myriarch.db.Migrations;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of {@code myriarchd serve} on one database. */
class ReplicasScenarioTest {
    private static final Duration SOON = ClusterUnderTest.SOON;
    private static final String PASSWORD = "correct horse battery";
    private static final String REPLAYED = "idempotency-replayed";

    /** What a take-over may take at most on a machine that has time for it. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.createEmpty();
    private final HttpClient client = HttpClient.newHttpClient();
    private ClusterUnderTest cluster;

    @BeforeEach
    void create() {
        cluster = new ClusterUnderTest(folder, database.url(), SESSION_TIMEOUT.toSeconds() + "s");
    }

    @AfterEach
    void stopEverything() {
        cluster.close();
        client.shutdownNow();
        database.close();
    }

    /** The id of the leader as a replica sees it, when so many are listed and one leads. */
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

    @Test
    void changesReachAgentsOfEveryReplicaAndSurviveTheLossOfTheLeader() {
        new Migrations(database.url(), InstantSource.system()).prepare(true);
        ClusterUnderTest.Journal journal = ClusterUnderTest.journal(database.database());
        Replica one = cluster.start("one");
        Replica two = cluster.start("two");
        String leads = Await.present("one leader of two", SOON, () -> leader(one, 2));
        Replica leader = leads.equals("one") ? one : two;
        Replica follower = leads.equals("one") ? two : one;
        assertThat(leader(follower, 2)).contains(leads);
        assertThat(cluster.leads(leader)).isTrue();
        assertThat(cluster.leads(follower)).isFalse();

        assertThat(syncUnderAKey(leader).headers().map()).doesNotContainKey(REPLAYED);
        assertThat(syncUnderAKey(follower).headers().firstValue(REPLAYED)).contains("true");

        TestAgent agent = cluster.connect(follower, "edge-1");
        cluster.change("1234ms");
        cluster.awaitChange(agent);

        leader.process().signal("KILL");
        leader.process().awaitExit(SOON);
        long killed = System.nanoTime();
        cluster.change("2345ms");
        Await.until("the follower leads", SOON, () -> cluster.leads(follower));
        assertThat(Duration.ofNanos(System.nanoTime() - killed))
                .isLessThan(SESSION_TIMEOUT.multipliedBy(5));

        cluster.awaitChange(agent);
        assertThat(Await.present("the new leader alone", SOON, () -> leader(follower, 1)))
                .isEqualTo(follower.id());
        journal.assertNothingTwice(3);
        agent.close();
        assertThat(follower.process().terminate(SOON)).isZero();
    }

    @Test
    void operatorSignsInAndTheHealthCheckPasses() throws IOException {
        Path hashFile = folder.resolve("hash");
        try (ProcessUnderTest hash = ClusterUnderTest.launch(Map.of(), "auth", "hash-password")) {
            hash.process().outputWriter().write(PASSWORD + "\n");
            hash.endInput();
            Files.writeString(hashFile, "pbkdf2-" + hash.awaitLine("pbkdf2-", SOON));
            assertThat(hash.awaitExit(SOON)).isZero();
        }
        Replica replica =
                cluster.start(
                        "only",
                        Map.of(
                                "MYRIARCH_AUTH_BOOTSTRAP_ADMIN_PASSWORD_HASH_FILE",
                                hashFile.toString()));
        String url = replica.url().toString();

        assertThat(login(replica, PASSWORD).statusCode()).isEqualTo(200);
        assertThat(login(replica, "wrong").statusCode()).isEqualTo(401);
        assertThat(status(replica.metrics(), "/healthz")).isEqualTo(200);
        assertThat(status(replica.metrics(), "/api/v1/system/info")).isEqualTo(404);

        assertThat(CommandRun.of("healthcheck", "--url", url).code()).isZero();
        Path token =
                Files.writeString(folder.resolve("enrollment"), cluster.enrollmentToken("test"));
        CommandRun healthy =
                CommandRun.of("healthcheck", "--url", url, "--token-file", token.toString());
        assertThat(healthy.code()).as(healthy.err()).isZero();
        assertThat(healthy.out().getLast())
                .isEqualTo(
                        "opamp ok: the upgrade at /v1/opamp was accepted with 101 (the server"
                                + " accepts the token)");
        assertThat(ApiClient.at(replica.api().get("/agents"), "items.0")).isEmpty();
    }

    private HttpResponse<String> syncUnderAKey(Replica replica) {
        HttpResponse<String> answer =
                send(
                        HttpRequest.newBuilder(replica.url().resolve("/api/v1/gitops/actions/sync"))
                                .header("Authorization", "Bearer " + ClusterUnderTest.TOKEN)
                                .header("Idempotency-Key", "sync-of-the-pipeline")
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build());
        assertThat(answer.statusCode()).isEqualTo(202);
        return answer;
    }

    private int status(URI base, String path) {
        return send(HttpRequest.newBuilder(base.resolve(path)).build()).statusCode();
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
}
