package dev.myriarch.gitops.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.auth.Principal;
import dev.myriarch.auth.Role;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.gitops.FleetMembers;
import dev.myriarch.gitops.GitopsStatus;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositoryParser;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.TimeBudget;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GitopsServerTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private final AtomicReference<Optional<Snapshot>> active =
            new AtomicReference<>(Optional.of(snapshot()));
    private final DirectBus bus = new DirectBus();
    private final List<AuditEvent> audit = Collections.synchronizedList(new ArrayList<>());
    private final GitopsHandlers handlers =
            new GitopsHandlers(
                    active::get,
                    () ->
                            Map.of(
                                    "edge",
                                    new FleetMembers.Members(Map.of("in_sync", 3L, "drift", 1L)),
                                    "gone",
                                    new FleetMembers.Members(Map.of("none", 1L)),
                                    "",
                                    new FleetMembers.Members(Map.of("none", 2L))),
                    new FixedStore(),
                    "https://git.example/fleet.git",
                    bus,
                    audit::add,
                    new SettableClock(NOW));

    private ApiServer server;

    @BeforeEach
    void start() throws IOException {
        ApiFilter signedIn =
                (request, next) -> {
                    request.attribute(
                            Principal.class, new Principal("user:1", "Alice", Role.OPERATOR));
                    return next.handle(request);
                };
        server = ApiServer.start(handlers.handlers(), List.of(signedIn));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aFleetHasItsMembers() throws Exception {
        assertThat(server.get("/fleets/edge").body())
                .isEqualTo(
                        "{\"name\":\"edge\",\"displayName\":\"Edge\",\"description\":\"The stores\","
                                + "\"priority\":10,\"blueprint\":\"gateway\","
                                + "\"distribution\":\"otelcol-contrib\",\"version\":\"0.150.0\","
                                + "\"selector\":[\"site is berlin\"],\"members\":4,"
                                + "\"sync\":[{\"value\":\"drift\",\"count\":1},"
                                + "{\"value\":\"in_sync\",\"count\":3}],"
                                + "\"file\":\"fleets/all.yaml\",\"line\":6}");
        assertThat(server.get("/fleets").body())
                .startsWith("{\"items\":[{\"name\":\"edge\"")
                .contains("\"name\":\"lab\"");
    }

    @Test
    void aWrongNameIsAnsweredWithTheRightOnes() throws Exception {
        assertThat(server.get("/fleets/egde").body())
                .contains("the active revision has no fleet egde; there are edge, lab");
    }

    @Test
    void beforeTheFirstRevisionThereIsNoFleet() throws Exception {
        active.set(Optional.empty());

        assertThat(server.get("/fleets").body()).isEqualTo("{\"items\":[]}");
        assertThat(server.get("/fleets/edge").statusCode()).isEqualTo(404);
        assertThat(server.get("/fleets/edge").body())
                .contains("has no fleet edge, and no other one");
    }

    @Test
    void theOverviewKnowsEmptyGoneAndNoFleets() {
        assertThat(handlers.fleetStats())
                .extracting(FleetStatsDto::name, FleetStatsDto::members)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("", 2L),
                        org.assertj.core.groups.Tuple.tuple("edge", 4L),
                        org.assertj.core.groups.Tuple.tuple("gone", 1L),
                        org.assertj.core.groups.Tuple.tuple("lab", 0L));
    }

    @Test
    void theStatusShowsTheIssuesOfTheNewerRevision() throws Exception {
        assertThat(server.get("/gitops/status").body())
                .isEqualTo(
                        "{\"state\":\"error\",\"source\":\"https://git.example/fleet.git\","
                                + "\"appliedRevision\":\"aaa\","
                                + "\"appliedAt\":\"2026-01-31T12:00:00.000Z\","
                                + "\"latestRevision\":\"bbb\",\"message\":\"\",\"issues\":["
                                + "{\"code\":\"yaml_syntax\",\"severity\":\"error\","
                                + "\"message\":\"no\",\"file\":\"a.yaml\",\"line\":3,"
                                + "\"column\":1,\"object\":\"\",\"path\":\"\"}]}");
    }

    @Test
    void theSyncsAreListed() throws Exception {
        assertThat(server.get("/gitops/syncs").body())
                .isEqualTo(
                        "{\"items\":[{\"at\":\"2026-01-31T12:00:00.000Z\",\"revision\":\"aaa\","
                                + "\"result\":\"applied\",\"changedObjects\":[\"Fleet/edge\"],"
                                + "\"errors\":0,\"warnings\":0,\"message\":\"\"}]}");
    }

    @Test
    void aSyncIsAskedForAndAudited() throws Exception {
        assertThat(server.post("/gitops/actions/sync", "").statusCode()).isEqualTo(202);

        assertThat(bus.published()).containsExactly(new BusEvent.GitopsSyncRequested());
        assertThat(audit)
                .extracting(AuditEvent::actor, AuditEvent::action)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("user:1", "gitops.sync"));
    }

    @Test
    void everyOperationOfTheCapabilityIsAnswered() {
        assertThat(handlers.handlers())
                .containsOnlyKeys(
                        Operation.LIST_FLEETS,
                        Operation.GET_FLEET,
                        Operation.GET_GITOPS_STATUS,
                        Operation.LIST_GITOPS_SYNCS,
                        Operation.SYNC_GITOPS);
    }

    private static Snapshot snapshot() {
        String yaml =
                """
                apiVersion: myriarch.dev/v1alpha1
                kind: Fleet
                metadata: {name: lab}
                spec: {blueprint: gateway}
                ---
                apiVersion: myriarch.dev/v1alpha1
                kind: Fleet
                metadata: {name: edge}
                spec:
                  displayName: Edge
                  description: The stores
                  priority: 10
                  blueprint: gateway
                  collector: {version: 0.150.0}
                  selector:
                    matchAttributes: {site: berlin}
                """;
        RepositoryFile file =
                new RepositoryFile("fleets/all.yaml", yaml.getBytes(StandardCharsets.UTF_8));
        return RepositoryParser.parse(List.of(file), TimeBudget.UNLIMITED).snapshot("aaa");
    }

    /** What is read; nothing is written. */
    private static final class FixedStore implements GitopsStore {
        @Override
        public GitopsStatus status() {
            return new GitopsStatus(
                    "error",
                    Optional.of("aaa"),
                    Optional.of(NOW),
                    Optional.of("bbb"),
                    Optional.empty(),
                    List.of(
                            new Issue(
                                    "yaml_syntax",
                                    Issue.Severity.ERROR,
                                    "no",
                                    "a.yaml",
                                    3,
                                    1,
                                    "",
                                    "")),
                    "");
        }

        @Override
        public List<SyncRecord> syncs(int limit) {
            return List.of(new SyncRecord(NOW, "aaa", "applied", List.of("Fleet/edge"), 0, 0, ""));
        }

        @Override
        public Optional<String> appliedRevision() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Applied> applied() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> apply(
                Snapshot snapshot, List<RepositoryFile> files, List<Issue> warnings, Instant now) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void recordUnchanged(String revision, Instant now) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void recordInvalid(String revision, List<Issue> issues, Instant now) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void recordFailed(String message, Instant now) {
            throw new UnsupportedOperationException();
        }
    }
}
