package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DevServer;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.testing.Skip;
import dev.myriarch.testing.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main job with the real supervisor and a real collector: register, get a configuration, get a
 * changed one, refuse a broken one, get the old one back, and be there after a restart of the
 * server.
 */
class EndToEndScenarioTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String BASE = "blueprints/base.yaml";

    @TempDir Path folder;

    private Path peers = Path.of("");
    private Optional<QuickstartCopy> repository = Optional.empty();
    private Optional<DevServer> server = Optional.empty();
    private Optional<Supervisor> supervisor = Optional.empty();

    @BeforeEach
    void realAgentsAreThere() throws IOException {
        Optional<Path> built = Supervisor.folder();
        Skip.unless(
                built.isPresent(),
                EndToEndScenarioTest.class,
                "MYRIARCH_TEST_PEERS names no folder with the real supervisor; scripts/peers builds"
                        + " it (needs a Go toolchain)");
        peers = built.orElseThrow();
        repository = Optional.of(QuickstartCopy.in(folder.resolve("repository")));
    }

    @AfterEach
    void stopEverything() {
        supervisor.ifPresent(Supervisor::close);
        server.ifPresent(DevServer::close);
    }

    @Test
    void aRealCollectorGetsAndKeepsItsConfiguration() throws IOException {
        QuickstartCopy files = repository.orElseThrow();
        DevServer running = startServer(0);
        Supervisor agent =
                Supervisor.start(
                        Supervisor.Setup.of(
                                peers,
                                running.url(),
                                running.enrollmentToken(),
                                folder("supervisor")));
        supervisor = Optional.of(agent);

        Value first = awaitAgent("in sync and healthy", EndToEndScenarioTest::settled);
        String firstHash = ApiClient.text(first, "config.desiredHash");
        assertThat(ApiClient.text(first, "summary.fleet")).isEqualTo("linux-hosts");
        assertThat(ApiClient.text(first, "config.reportedHash")).isEqualTo(firstHash);
        assertThat(config("desired")).contains("hostmetrics");
        assertThat(config("effective")).contains("hostmetrics").contains("opamp");

        files.replace(BASE, "check_interval: 1s", "check_interval: 1234ms");
        Value changed =
                awaitAgent(
                        "runs the changed configuration",
                        a -> settled(a) && !hash(a).equals(firstHash));
        assertThat(config("desired")).contains("1234ms");
        awaitEffective("1.234s");

        files.replace(BASE, "check_interval: 1234ms", "check_intervall: 1234ms");
        Value failed =
                awaitAgent(
                        "reports the broken configuration as failed",
                        a -> ApiClient.text(a, "config.sync").equals("failed"));
        assertThat(ApiClient.text(failed, "config.reportedStatus")).isEqualTo("failed");
        assertThat(ApiClient.text(failed, "config.reportedError")).isNotEmpty();
        assertThat(ApiClient.text(failed, "config.failedHash")).isEqualTo(hash(failed));
        assertThat(offersOf(hash(failed))).isEqualTo(1);

        int port = running.port();
        assertThat(running.stop()).isZero();
        running = startServer(port);
        awaitAgent(
                "fails again after the restart of the server",
                a ->
                        ApiClient.text(a, "summary.status").equals("online")
                                && isLater(a, failed, "connection.connectedAt")
                                && isLater(a, failed, "health.at"));
        assertThat(offersOf(hash(failed))).as("a failed hash is not offered again").isEqualTo(1);

        files.replace(BASE, "check_intervall: 1234ms", "check_interval: 1234ms");
        Value restored =
                awaitAgent(
                        "runs the previous configuration again",
                        a -> settled(a) && hash(a).equals(hash(changed)));
        assertThat(offersOf(hash(failed))).as("a failed hash is not offered again").isEqualTo(1);

        assertThat(running.stop()).isZero();
        startServer(port);
        Value back = awaitAgent("is back after the restart", EndToEndScenarioTest::settled);
        assertThat(hash(back)).isEqualTo(hash(restored));
        assertThat(ApiClient.text(back, "summary.id"))
                .isEqualTo(ApiClient.text(first, "summary.id"));

        agent.stop();
        Value gone =
                awaitAgent(
                        "is offline after it said good-bye",
                        a -> ApiClient.text(a, "summary.status").equals("offline"));
        assertThat(ApiClient.text(gone, "connection.cause")).isEqualTo("agent");
    }

    private DevServer startServer(int port) {
        DevServer started =
                DevServer.start(repository.orElseThrow().folder(), folder.resolve("state"), port);
        server = Optional.of(started);
        return started;
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    private ApiClient api() {
        return server.orElseThrow().api();
    }

    private static boolean settled(Value agent) {
        return ApiClient.text(agent, "summary.status").equals("online")
                && ApiClient.text(agent, "summary.health").equals("healthy")
                && ApiClient.text(agent, "config.sync").equals("in_sync");
    }

    private static boolean isLater(Value agent, Value before, String time) {
        return ApiClient.text(agent, time).compareTo(ApiClient.text(before, time)) > 0;
    }

    private static String hash(Value agent) {
        return ApiClient.text(agent, "config.desiredHash");
    }

    /** The only agent, as soon as it fulfils the condition. */
    private Value awaitAgent(String what, Predicate<Value> condition) {
        try {
            return Await.present(
                    what, SOON, Await.attempt(() -> agent().filter(condition).orElseThrow()));
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage() + "; the agent is " + agent() + "; server log: " + tail(), e);
        }
    }

    private Optional<Value> agent() {
        String id = ApiClient.text(api().get("/agents"), "items.0.id");
        return id.isEmpty() ? Optional.empty() : Optional.of(api().get("/agents/" + id));
    }

    private String config(String which) {
        return ApiClient.text(api().get("/agents/" + id() + "/config/" + which), "body");
    }

    private void awaitEffective(String text) {
        Await.until(
                "effective configuration with " + text,
                SOON,
                () -> config("effective").contains(text));
    }

    private String id() {
        return ApiClient.text(agent().orElseThrow(), "summary.id");
    }

    /** How often this hash was offered to the agent, by its events. */
    private long offersOf(String hash) {
        Value events = api().get("/agents/" + id() + "/events?limit=200");
        return ApiClient.at(events, "items").stream()
                .flatMap(v -> v instanceof Value.Sequence(var items) ? items.stream() : null)
                .filter(e -> ApiClient.text(e, "type").equals("config_offered"))
                .filter(e -> ApiClient.text(e, "details.hash").equals(hash))
                .count();
    }

    private String tail() {
        var log = server.orElseThrow().process().errors();
        return String.join("\n", log.subList(Math.max(0, log.size() - 40), log.size()));
    }
}
