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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What happens to real supervisors and their collectors, as the server sees and answers it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SupervisorScenarioTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir static Path folder;

    private final List<Supervisor> started = new ArrayList<>();
    private Path peers = Path.of("");
    private Optional<DevServer> server = Optional.empty();

    @BeforeAll
    void startServer() {
        Optional<Path> built = Supervisor.folder();
        Skip.unless(
                built.isPresent(),
                SupervisorScenarioTest.class,
                "MYRIARCH_TEST_PEERS names no folder with the real supervisor; scripts/peers builds"
                        + " it (needs a Go toolchain)");
        peers = built.orElseThrow();
        server =
                Optional.of(
                        DevServer.start(
                                QuickstartCopy.in(folder.resolve("repository")).folder(),
                                folder.resolve("state"),
                                0,
                                Map.of("MYRIARCH_OPAMP_STALE_APPLYING_AFTER", "2s")));
    }

    @AfterEach
    void stopSupervisors() {
        started.forEach(Supervisor::close);
        started.clear();
    }

    @AfterAll
    void stopServer() {
        server.ifPresent(DevServer::close);
    }

    @Test
    void aKilledCollectorIsUnhealthyWithItsReasonUntilItRunsAgain() {
        Supervisor supervisor = start(setup("crash"));
        awaitAgent("crash", "in sync and healthy", SupervisorScenarioTest::settled);

        supervisor.killCollector();

        awaitEvent("crash", "warning", "unhealthy: Agent process PID=");
        awaitEvent("crash", "info", "healthy again");
        awaitAgent("crash", "in sync and healthy again", SupervisorScenarioTest::settled);
        assertThat(offers("crash")).isEqualTo(1);
    }

    @Test
    void aRestartThatAnOperatorAskedForIsNoFailure() {
        start(setup("restart"));
        Value before = awaitAgent("restart", "in sync", SupervisorScenarioTest::settled);

        assertThat(api().post("/agents/" + id(before) + "/actions/restart")).isEqualTo(202);

        awaitEvent("restart", "info", "the collector is healthy again");
        awaitAgent(
                "restart",
                "runs a collector that started later",
                a -> settled(a) && healthyAfter(a, before));
        assertThat(events("restart")).noneMatch(e -> type(e).equals("health_changed"));
        assertThat(offers("restart")).isEqualTo(1);
    }

    @Test
    void anAgentThatDoesNotAcceptARestartIsRefusedOne() {
        start(setup("incapable-restart").withoutCapabilities());
        Value agent = awaitAgent("incapable-restart", "online", SupervisorScenarioTest::online);

        assertThat(api().post("/agents/" + id(agent) + "/actions/restart")).isEqualTo(412);
    }

    @Test
    void aSupervisorThatIsStoppedIsPlannedAndComesBackWithWhatItHas() {
        Supervisor supervisor = start(setup("stop"));
        Value before = awaitAgent("stop", "in sync", SupervisorScenarioTest::settled);

        supervisor.stop();

        Value gone = awaitAgent("stop", "offline", SupervisorScenarioTest::offline);
        assertThat(ApiClient.text(gone, "connection.cause")).isEqualTo("agent");
        assertThat(ApiClient.text(gone, "summary.health")).isEqualTo("healthy");
        awaitEvent("stop", "info", "planned stop of the agent");
        start(setup("stop"));
        Value back = awaitAgent("stop", "is back", SupervisorScenarioTest::settled);
        assertThat(id(back)).isEqualTo(id(before));
        assertThat(offers("stop")).isEqualTo(1);
        assertThat(events("stop")).noneMatch(e -> type(e).equals("health_changed"));
    }

    @Test
    void aSupervisorThatIsKilledIsALostConnectionAndComesBackWithWhatItHas() {
        Supervisor supervisor = start(setup("kill"));
        Value before = awaitAgent("kill", "in sync", SupervisorScenarioTest::settled);

        supervisor.kill();

        Value gone = awaitAgent("kill", "offline", SupervisorScenarioTest::offline);
        assertThat(ApiClient.text(gone, "connection.cause")).isEqualTo("network");
        awaitEvent("kill", "warning", "the connection was lost");
        start(setup("kill"));
        Value back = awaitAgent("kill", "is back", SupervisorScenarioTest::settled);
        assertThat(id(back)).isEqualTo(id(before));
        assertThat(offers("kill")).isEqualTo(1);
    }

    /** It stores APPLYING, reports it again and has no timer that ends it. */
    @Test
    void aSupervisorThatIsKilledWhileItAppliesIsOfferedTheConfigurationOnceMore() {
        Supervisor.Setup slow = setup("stale").withApplyTimeout(Duration.ofMinutes(10));
        Supervisor first = start(slow);
        Value applying =
                awaitAgent("stale", "applying", a -> reported(a).equals("applying") && healthy(a));
        first.kill();
        awaitAgent("stale", "offline", SupervisorScenarioTest::offline);

        Supervisor second = start(slow);
        Value back =
                awaitAgent(
                        "stale",
                        "applying for nobody",
                        a -> online(a) && healthyAfter(a, applying));
        assertThat(reported(back)).isEqualTo("applying");
        // The collector starts again after five seconds, and what it then says is answered.
        second.killCollector();

        Value settled = awaitAgent("stale", "in sync", SupervisorScenarioTest::settled);
        assertThat(id(settled)).isEqualTo(id(applying));
        assertThat(
                        events("stale").stream()
                                .filter(e -> type(e).equals("config_offered"))
                                .map(e -> ApiClient.text(e, "details.reason")))
                .containsExactly("stale_applying", "");
    }

    @Test
    void aCopyOnAnotherHostGetsItsOwnIdentity() {
        start(setup("original"));
        Value original = awaitAgent("original", "in sync", SupervisorScenarioTest::settled);

        start(setup("duplicate").withFolder(copyOf("original")));

        Value copy = awaitAgent("duplicate", "in sync", SupervisorScenarioTest::settled);
        assertThat(id(copy)).isNotEqualTo(id(original));
        Await.until(
                "the collector runs under the new identity",
                SOON,
                () -> effective(copy).contains("instance_uid: " + id(copy)));
        awaitEvent("original", "warning", "host duplicate claims the instance UID of original");
        Value after = awaitAgent("original", "still there", SupervisorScenarioTest::settled);
        assertThat(id(after)).isEqualTo(id(original));
    }

    @Test
    void aCopyUnderTheSameHostNameGetsItsOwnIdentity() {
        start(setup("golden"));
        awaitAgent("golden", "in sync", SupervisorScenarioTest::settled);

        start(setup("golden").withFolder(copyOf("golden")));

        Await.until(
                "two agents, both in sync",
                SOON,
                () ->
                        agents("golden").stream().filter(SupervisorScenarioTest::settled).count()
                                == 2);
    }

    @Test
    void aSupervisorWithoutCapabilitiesIsListedAndOfferedNothing() {
        start(setup("incapable").withoutCapabilities());

        Value agent = awaitAgent("incapable", "online", SupervisorScenarioTest::online);

        assertThat(ApiClient.text(agent, "summary.kind")).isEqualTo("unknown");
        assertThat(ApiClient.text(agent, "config.sync")).isEqualTo("none");
        assertThat(ApiClient.text(agent, "summary.version")).isEqualTo("0.149.0");
        assertThat(offers("incapable")).isZero();
    }

    @Test
    void aSupervisorThatPollsIsConfiguredAsWell() {
        start(setup("polling").polling());

        Value agent = awaitAgent("polling", "in sync", SupervisorScenarioTest::settled);

        assertThat(ApiClient.text(agent, "connection.transport")).isEqualTo("http");
        assertThat(offers("polling")).isEqualTo(1);
        assertThat(effective(agent)).contains("hostmetrics");
    }

    private Supervisor.Setup setup(String name) {
        DevServer running = server.orElseThrow();
        try {
            return Supervisor.Setup.of(
                            peers,
                            running.url(),
                            running.enrollmentToken(),
                            Files.createDirectories(folder.resolve(name)))
                    .withHostName(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Supervisor start(Supervisor.Setup setup) {
        Supervisor supervisor = Supervisor.start(setup);
        started.add(supervisor);
        return supervisor;
    }

    /** A folder with the stored identity of a supervisor. */
    private static Path copyOf(String name) {
        Path copy = folder.resolve(name + "-copy");
        try (Stream<Path> files = Files.list(folder.resolve(name).resolve("storage"))) {
            Path storage = Files.createDirectories(copy.resolve("storage"));
            for (Path file : files.toList()) {
                Files.copy(file, storage.resolve(file.getFileName()));
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Value> agents(String hostName) {
        Value found = api().get("/agents?q=" + hostName);
        return items(found).stream()
                .filter(agent -> ApiClient.text(agent, "hostName").equals(hostName))
                .map(agent -> api().get("/agents/" + ApiClient.text(agent, "id")))
                .toList();
    }

    private Value awaitAgent(String hostName, String what, Predicate<Value> condition) {
        try {
            return Await.present(
                    hostName + " is " + what,
                    SOON,
                    () -> agents(hostName).stream().filter(condition).findFirst());
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage()
                            + "; "
                            + agents(hostName)
                            + "; supervisors: "
                            + started.stream().map(s -> s.process().output()).toList(),
                    e);
        }
    }

    private void awaitEvent(String hostName, String severity, String text) {
        Await.until(
                hostName + " has an event «" + text + "»",
                SOON,
                () ->
                        events(hostName).stream()
                                .anyMatch(e ->
                                        ApiClient.text(e, "severity").equals(severity)
                                                && ApiClient.text(e, "text").startsWith(text)));
    }

    /** Events of the only agent with the name, the newest first. */
    private List<Value> events(String hostName) {
        return items(api().get("/agents/" + id(agents(hostName).getFirst()) + "/events?limit=200"));
    }

    private long offers(String hostName) {
        return events(hostName).stream().filter(e -> type(e).equals("config_offered")).count();
    }

    private String effective(Value agent) {
        return ApiClient.text(api().get("/agents/" + id(agent) + "/config/effective"), "body");
    }

    private ApiClient api() {
        return server.orElseThrow().api();
    }

    private static List<Value> items(Value list) {
        return ApiClient.at(list, "items").orElseThrow() instanceof Value.Sequence(var items)
                ? items
                : List.of();
    }

    private static String type(Value event) {
        return ApiClient.text(event, "type");
    }

    private static String id(Value agent) {
        return ApiClient.text(agent, "summary.id");
    }

    private static String reported(Value agent) {
        return ApiClient.text(agent, "config.reportedStatus");
    }

    private static boolean online(Value agent) {
        return ApiClient.text(agent, "summary.status").equals("online");
    }

    private static boolean offline(Value agent) {
        return !online(agent);
    }

    private static boolean healthy(Value agent) {
        return ApiClient.text(agent, "summary.health").equals("healthy");
    }

    private static boolean healthyAfter(Value agent, Value before) {
        return healthy(agent)
                && ApiClient.text(agent, "health.at").compareTo(ApiClient.text(before, "health.at"))
                        > 0;
    }

    private static boolean settled(Value agent) {
        return online(agent)
                && healthy(agent)
                && ApiClient.text(agent, "config.sync").equals("in_sync");
    }
}
