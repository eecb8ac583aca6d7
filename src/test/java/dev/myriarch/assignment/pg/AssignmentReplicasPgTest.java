package dev.myriarch.assignment.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.assignment.AssignmentService;
import dev.myriarch.assignment.ImmediateAdmission;
import dev.myriarch.cluster.LocalEventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.pg.GitopsStorePg;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several replicas that evaluate the same agents at the same time on one database. */
final class AssignmentReplicasPgTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final int AGENTS = 250;
    private static final int REPLICAS = 3;
    private final TestDatabase database = TestDatabase.create();
    private final LocalEventBus bus = new LocalEventBus(_ -> {});
    private final AgentStore agents = new AgentStorePg(database.database());
    private final GitopsStore gitops = new GitopsStorePg(database.database());
    private final RenderedConfigStorePg configs = new RenderedConfigStorePg(database.database());
    private final List<ActiveSnapshot> snapshots = new ArrayList<>();
    private final List<AssignmentService> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        bus.close();
        database.close();
    }

    @Test
    void everyChangeTakesEffectOnceHoweverManyReplicasSeeIt() throws Exception {
        for (int number = 0; number < AGENTS; number++) {
            register(new AgentId(new UUID(7, number)));
        }
        for (int replica = 0; replica < REPLICAS; replica++) {
            replicas.add(replica());
        }

        for (int round = 1; round <= 4; round++) {
            activate(
                    "r" + round,
                    TestRepository.empty()
                            .object("Blueprint", "b", blueprint())
                            .object("Fleet", "f" + (round % 2), fleet(round)));
            assertThat(reassignEverywhere()).as("changes of round %d", round).isEqualTo(AGENTS);
        }

        for (Agent agent : agents.findAll(ids())) {
            assertThat(agent.assignment().fleet()).hasValue("f0");
            assertThat(agent.assignment().desired())
                    .isPresent()
                    .isEqualTo(agent.assignment().assigned());
            assertThat(agent.assignment().desired().flatMap(configs::find)).isPresent();
            assertThat(agents.events(agent.id(), 50))
                    .extracting(AgentEvent::type)
                    .containsExactly(
                            "fleet_changed", "fleet_changed", "fleet_changed", "fleet_changed");
        }
        assertThat(reassignEverywhere()).isZero();
    }

    private static String fleet(int round) {
        return """
        selector: {matchAttributes: {os.type: linux}}
        blueprint: b
        parameters: {p: %d}
        """
                .formatted(round);
    }

    private static String blueprint() {
        return "parameters: [{name: p, type: int}]\nconfig:\n"
                + TestRepository.MINIMAL_CONFIG
                        .replace(
                                "exporters: {nop: {}}",
                                "exporters: {nop: {v: \"[[ .params.p ]]\"}}")
                        .indent(2);
    }

    private static List<AgentId> ids() {
        List<AgentId> ids = new ArrayList<>();
        for (int number = 0; number < AGENTS; number++) {
            ids.add(new AgentId(new UUID(7, number)));
        }
        return ids;
    }

    private void register(AgentId id) {
        agents.upsertDescription(
                id,
                AgentKind.COLLECTOR,
                new Description(Map.of(), Map.of("os.type", "linux"), Map.of(), Map.of(), 0),
                "token",
                NOW);
    }

    private AssignmentService replica() {
        ActiveSnapshot snapshot = new ActiveSnapshot(gitops);
        snapshots.add(snapshot);
        return new AssignmentService(
                snapshot,
                new AssignmentService.Stores(
                        agents, new AssignmentStorePg(database.database()), configs),
                new ImmediateAdmission(),
                bus,
                new SettableClock(NOW),
                _ -> {});
    }

    private void activate(String revision, TestRepository repository) {
        gitops.apply(repository.snapshot(revision), repository.files(), List.of(), NOW);
        snapshots.forEach(ActiveSnapshot::reload);
    }

    private int reassignEverywhere() throws Exception {
        List<Future<Integer>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            replicas.forEach(replica -> runs.add(threads.submit(replica::reassignAll)));
        }
        int changed = 0;
        for (Future<Integer> run : runs) {
            changed += run.get();
        }
        return changed;
    }
}
