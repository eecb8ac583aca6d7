package dev.myriarch.gitops.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.Principal;
import dev.myriarch.auth.Role;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.db.Jdbc;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.pg.FleetMembersPg;
import dev.myriarch.gitops.pg.GitopsStorePg;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GitopsServerTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private static final TestRepository REPOSITORY =
            TestRepository.empty()
                    .blueprint("gateway", TestRepository.MINIMAL_CONFIG)
                    .file(
                            "fleets/all.yaml",
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
                            """);

    private final TestDatabase database = TestDatabase.create();
    private final GitopsStore store = new GitopsStorePg(database.database());
    private final ActiveSnapshot active = new ActiveSnapshot(store);
    private final DirectBus bus = new DirectBus();
    private final GitopsHandlers handlers =
            new GitopsHandlers(
                    active::current,
                    new FleetMembersPg(database.database()),
                    store,
                    "https://git.example/fleet.git",
                    bus,
                    new AuditLogPg(database.database()),
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
        database.close();
    }

    /** Applies the revision aaa. */
    private void activate() {
        store.apply(REPOSITORY.snapshot("aaa"), REPOSITORY.files(), List.of(), NOW);
        assertThat(active.reload()).isPresent();
    }

    /** Finds the revision bbb wrong. */
    private void reject() {
        store.recordInvalid(
                "bbb",
                List.of(
                        new Issue(
                                "yaml_syntax", Issue.Severity.ERROR, "no", "a.yaml", 3, 1, "", "")),
                NOW.plusSeconds(1));
    }

    /** Adds an agent whose configurations have the hashes aa and bb; the empty text is none. */
    private void agent(String fleet, String assigned, String desired, String applied) {
        int hits =
                database.database()
                        .update(
                                """
                                INSERT INTO agents (id, kind, fleet_name, assigned_config_hash,
                                  desired_config_hash, remote_config_hash, remote_config_status,
                                  created_at, updated_at)
                                VALUES (gen_random_uuid(), 'collector', nullif(?, ''),
                                  nullif(?, ''), nullif(?, ''), nullif(?, ''), 'applied',
                                  now(), now())
                                """,
                                parameters ->
                                        parameters
                                                .text(fleet)
                                                .text(assigned)
                                                .text(desired)
                                                .text(applied));
        assertThat(hits).isEqualTo(1);
    }

    /** Three are in sync, one is not. */
    private void fourAgentsOfTheFleetEdge() {
        for (int number = 0; number < 3; number++) {
            agent("edge", "aa", "aa", "aa");
        }
        agent("edge", "bb", "aa", "aa");
    }

    @Test
    void aFleetHasItsMembers() throws Exception {
        activate();
        fourAgentsOfTheFleetEdge();

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
        activate();

        assertThat(server.get("/fleets/egde").body())
                .contains("the active revision has no fleet egde; there are edge, lab");
    }

    @Test
    void beforeTheFirstRevisionThereIsNoFleet() throws Exception {
        assertThat(server.get("/fleets").body()).isEqualTo("{\"items\":[]}");
        assertThat(server.get("/fleets/edge").statusCode()).isEqualTo(404);
        assertThat(server.get("/fleets/edge").body())
                .contains("has no fleet edge, and no other one");
    }

    @Test
    void theOverviewKnowsEmptyGoneAndNoFleets() {
        activate();
        fourAgentsOfTheFleetEdge();
        agent("gone", "", "", "");
        agent("", "", "", "");
        agent("", "", "", "");

        assertThat(handlers.fleetStats())
                .extracting(FleetStatsDto::name, FleetStatsDto::members)
                .containsExactly(
                        tuple("", 2L), tuple("edge", 4L), tuple("gone", 1L), tuple("lab", 0L));
    }

    @Test
    void theStatusShowsTheIssuesOfTheNewerRevision() throws Exception {
        activate();
        reject();

        assertThat(server.get("/gitops/status").body())
                .isEqualTo(
                        "{\"state\":\"error\",\"source\":\"https://git.example/fleet.git\","
                                + "\"appliedRevision\":\"aaa\","
                                + "\"appliedAt\":\"2026-01-31T12:00:00.000Z\","
                                + "\"latestRevision\":\"bbb\","
                                + "\"checkedAt\":\"2026-01-31T12:00:01.000Z\",\"message\":\"\",\"issues\":["
                                + "{\"code\":\"yaml_syntax\",\"severity\":\"error\","
                                + "\"message\":\"no\",\"file\":\"a.yaml\",\"line\":3,"
                                + "\"column\":1,\"object\":\"\",\"path\":\"\"}]}");
    }

    @Test
    void theSyncsAreListedTheNewestFirst() throws Exception {
        activate();
        reject();

        assertThat(server.get("/gitops/syncs").body())
                .isEqualTo(
                        "{\"items\":[{\"at\":\"2026-01-31T12:00:01.000Z\",\"revision\":\"bbb\","
                                + "\"result\":\"invalid\",\"changedObjects\":[],"
                                + "\"errors\":1,\"warnings\":0,\"message\":\"\"},"
                                + "{\"at\":\"2026-01-31T12:00:00.000Z\",\"revision\":\"aaa\","
                                + "\"result\":\"applied\",\"changedObjects\":[\"Blueprint/gateway\","
                                + "\"Fleet/edge\",\"Fleet/lab\"],"
                                + "\"errors\":0,\"warnings\":0,\"message\":\"\"}]}");
    }

    @Test
    void aSyncIsAskedForAndAudited() throws Exception {
        assertThat(server.post("/gitops/actions/sync", "").statusCode()).isEqualTo(202);

        assertThat(bus.published()).containsExactly(new BusEvent.GitopsSyncRequested());
        assertThat(
                        database.database()
                                .list(
                                        """
                                        SELECT concat_ws(' ', actor, action, target_type,
                                          target_id, result) AS facts
                                        FROM audit_events
                                        """,
                                        Jdbc.Binder.NONE,
                                        row -> row.text("facts")))
                .containsExactly(
                        "user:1 gitops.sync repository https://git.example/fleet.git success");
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
}
