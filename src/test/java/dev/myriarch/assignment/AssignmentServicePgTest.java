package dev.myriarch.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.assignment.pg.RenderedConfigStorePg;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.pg.GitopsStorePg;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AssignmentServicePgTest {
    private static final String LINUX = "selector: {matchAttributes: {os.type: linux}}\n";
    private static final TestRepository ONE =
            TestRepository.empty()
                    .blueprint("b", TestRepository.MINIMAL_CONFIG)
                    .object("Fleet", "f", LINUX + "blueprint: b");
    private static final TestRepository TWO =
            TestRepository.empty()
                    .blueprint("b", TestRepository.MINIMAL_CONFIG + "extensions: {pprof: {}}\n")
                    .object("Fleet", "f", LINUX + "blueprint: b");

    private final TestDatabase test = TestDatabase.create();

    private final StoredAgents agents = new StoredAgents(test.database());
    private final RenderedConfigStorePg configs = new RenderedConfigStorePg(test.database());
    private final GitopsStorePg gitops = new GitopsStorePg(test.database());
    private final Bus bus = new Bus();
    private final SettableClock clock = new SettableClock(TestAgents.NOW);
    private final ActiveSnapshot snapshot = new ActiveSnapshot(gitops);
    private final List<AssignmentDecider.Result> results = new ArrayList<>();
    private final AssignmentService service =
            new AssignmentService(
                    snapshot, agents.watched(), new ImmediateAdmission(), bus, clock, results::add);

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void withoutASnapshotNothingHappens() {
        agents.register(1);
        Agent before = agents.get(1);

        service.assign(TestAgents.id(1));

        assertThat(agents.get(1)).isEqualTo(before);
        assertThat(before.assignment().fleet()).isEmpty();
        assertThat(bus.events).isEmpty();
    }

    @Test
    void unknownAgentIsNoError() {
        activate("r1", ONE);

        service.assign(TestAgents.id(1));

        assertThat(agents.store.find(TestAgents.id(1))).isEmpty();
        assertThat(bus.events).isEmpty();
    }

    @Test
    void assignedAgentIsStoredAndTold() {
        activate("r1", ONE);
        agents.register(1);

        service.assign(TestAgents.id(1));

        Assignment assignment = agents.get(1).assignment();
        assertThat(assignment.fleet()).hasValue("f");
        assertThat(assignment.desired()).isPresent();
        assertThat(assignment.desired().flatMap(configs::find)).isPresent();
        assertThat(assignment.assignedAt()).hasValue(TestAgents.NOW);
        assertThat(assignment.sync()).isEqualTo("pending");
        assertThat(bus.events)
                .containsExactly(
                        new BusEvent.DesiredStateChanged(List.of(TestAgents.id(1))),
                        new BusEvent.AssignmentChanged(List.of(TestAgents.id(1))));
        assertThat(agents.events(1))
                .extracting(AgentEvent::type, AgentEvent::text)
                .containsExactly(tuple("fleet_changed", "joined the fleet f"));
        assertThat(results).containsExactly(AssignmentDecider.Result.ASSIGNED);
    }

    @Test
    void secondEvaluationChangesNothing() {
        activate("r1", ONE);
        agents.register(1);
        service.assign(TestAgents.id(1));
        bus.events.clear();
        Agent before = agents.get(1);
        clock.advance(Duration.ofSeconds(1));
        agents.database.takeStatements();

        service.assign(TestAgents.id(1));

        assertThat(agents.get(1)).isEqualTo(before);
        assertThat(agents.database.takeStatements())
                .singleElement()
                .asString()
                .startsWith("SELECT");
        assertThat(bus.events).isEmpty();
    }

    @Test
    void newRevisionReachesEveryAgentAndClearsTheFailedMarker() {
        activate("r1", ONE);
        for (int number = 1; number <= 250; number++) {
            agents.register(number);
        }
        assertThat(service.reassignAll()).isEqualTo(250);
        Assignment first = agents.get(7).assignment();
        assertThat(agents.store.markFailed(TestAgents.id(7), first.desired().orElseThrow()))
                .isTrue();
        assertThat(agents.get(7).assignment().failed()).isEqualTo(first.desired());
        bus.events.clear();

        activate("r2", TWO);
        assertThat(service.reassignAll()).isEqualTo(250);

        Assignment second = agents.get(7).assignment();
        assertThat(second.desired()).isPresent().isNotEqualTo(first.desired());
        assertThat(second.failed()).isEmpty();
        // Two configurations, each stored at most once by each of the four workers.
        assertThat(agents.database.takeStatements())
                .filteredOn(sql -> sql.contains("INTO rendered_configs"))
                .hasSizeBetween(2, 2 * 4);
        assertThat(bus.events).hasSize(6);
        assertThat(bus.desired()).hasSize(250).doesNotHaveDuplicates();
        assertThat(service.reassignAll()).isZero();
    }

    @Test
    void lostRaceIsEvaluatedAgain() {
        activate("r1", ONE);
        agents.register(1);
        ConfigHash other = ConfigHash.of(new byte[] {9});
        agents.beforeStoring(() -> {
            agents.database.setBefore(_ -> {});
            agents.assignElsewhere(1, other);
        });

        service.assign(TestAgents.id(1));

        Assignment assignment = agents.get(1).assignment();
        assertThat(assignment.fleet()).hasValue("f");
        assertThat(assignment.desired())
                .isPresent()
                .hasValueSatisfying(hash -> assertThat(hash).isNotEqualTo(other));
        assertThat(agents.events(1))
                .extracting(event -> event.details().entries().get("from"))
                .containsExactly(Value.of("g"));
    }

    @Test
    void revisionThatIsAppliedElsewhereDuringAnEvaluationCounts() {
        activate("r1", ONE);
        agents.register(1);
        ActiveSnapshot ofLeader = new ActiveSnapshot(gitops);
        AssignmentService leader =
                new AssignmentService(
                        ofLeader,
                        agents.watched(),
                        new ImmediateAdmission(),
                        bus,
                        clock,
                        results::add);
        agents.beforeStoring(() -> {
            agents.database.setBefore(_ -> {});
            apply("r2", TWO);
            ofLeader.reload();
            assertThat(leader.reassignAll()).isEqualTo(1);
        });

        service.assign(TestAgents.id(1));

        assertThat(snapshot.current().orElseThrow().revision()).isEqualTo("r2");
        ConfigHash desired = agents.get(1).assignment().desired().orElseThrow();
        assertThat(configs.find(desired).map(String::new).orElseThrow()).contains("pprof");
        assertThat(leader.reassignAll()).isZero();
    }

    @Test
    void firstRevisionThatIsAppliedElsewhereCounts() {
        agents.register(1);
        apply("r1", ONE);

        service.assign(TestAgents.id(1));

        assertThat(agents.get(1).assignment().fleet()).hasValue("f");
    }

    @Test
    void revisionThatIsNotUnderstoodIsNoReasonToEvaluateAgain() {
        activate("r1", ONE);
        agents.register(1);
        assertThat(
                        test.database()
                                .update(
                                        "UPDATE gitops_status SET applied_revision = 'r2'",
                                        Jdbc.Binder.NONE))
                .isEqualTo(1);
        assertThat(
                        test.database()
                                .update(
                                        "UPDATE gitops_files SET body = 'kind: ['",
                                        Jdbc.Binder.NONE))
                .isPositive();

        service.assign(TestAgents.id(1));

        assertThat(agents.get(1).assignment().fleet()).hasValue("f");
        assertThat(results).hasSize(1);
    }

    @Test
    void endlessRaceIsGivenUp() {
        activate("r1", ONE);
        agents.register(1);
        int[] round = {0};
        agents.beforeStoring(() -> {
            round[0]++;
            agents.assignElsewhere(1, ConfigHash.of(new byte[] {(byte) round[0]}));
        });

        assertThatThrownBy(() -> service.assign(TestAgents.id(1)))
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        assertThat(round[0]).isEqualTo(3);
        assertThat(agents.get(1).assignment().desired()).hasValue(ConfigHash.of(new byte[] {3}));
        assertThat(agents.events(1)).isEmpty();
        assertThat(bus.events).isEmpty();
    }

    @Test
    void agentThatIsDeletedMeanwhileIsNoError() {
        activate("r1", ONE);
        agents.register(1);
        boolean[] deleted = {false};
        agents.beforeStoring(() -> deleted[0] = agents.store.delete(TestAgents.id(1)));

        service.assign(TestAgents.id(1));

        assertThat(deleted[0]).isTrue();
        assertThat(bus.events).isEmpty();
    }

    @Test
    void oneAgentThatFailsDoesNotStopTheOthers() {
        activate("r1", ONE);
        for (int number = 1; number <= 3; number++) {
            agents.register(number);
        }
        assertThat(
                        agents.store.storeComponents(
                                TestAgents.id(2),
                                new ConfigHash("01"),
                                Map.of("receivers", List.of("nop"), "exporters", List.of("nop")),
                                TestAgents.NOW))
                .isTrue();
        agents.database.setFailing(sql -> sql.contains("FROM component_sets"));

        assertThatThrownBy(service::reassignAll)
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasRootCauseMessage("out of reach");
        assertThat(bus.desired()).containsExactlyInAnyOrder(TestAgents.id(1), TestAgents.id(3));
        assertThat(agents.get(2).assignment().fleet()).isEmpty();

        agents.database.setAway(false);
        assertThat(service.reassignAll()).isEqualTo(1);
        assertThat(agents.get(2).assignment().desired())
                .isEqualTo(agents.get(1).assignment().desired());
    }

    @Test
    void configurationThatCannotBeStoredIsNotAssigned() {
        activate("r1", ONE);
        agents.register(1);
        Agent before = agents.get(1);
        agents.database.setFailing(sql -> sql.contains("INTO rendered_configs"));

        assertThatThrownBy(() -> service.assign(TestAgents.id(1)))
                .isInstanceOf(DatabaseException.class);

        assertThat(agents.get(1)).isEqualTo(before);
        assertThat(bus.events).isEmpty();
    }

    @Test
    void errorOfARenderingIsToldOnce() {
        activate(
                "r1",
                TestRepository.empty()
                        .blueprint(
                                "b",
                                TestRepository.MINIMAL_CONFIG
                                        + "extensions: {x: {v: \"[[ attr \\\"nope\\\" ]]\"}}\n")
                        .object("Fleet", "f", LINUX + "blueprint: b"));
        agents.register(1);

        service.assign(TestAgents.id(1));
        service.assign(TestAgents.id(1));

        assertThat(agents.events(1))
                .extracting(AgentEvent::type)
                .containsExactly("fleet_changed", "assignment_failed");
        assertThat(agents.get(1).assignment().error()).startsWith("template_error");
    }

    private void activate(String revision, TestRepository repository) {
        apply(revision, repository);
        snapshot.reload();
    }

    /** As another replica does; this one has not heard of it. */
    private void apply(String revision, TestRepository repository) {
        assertThat(
                        gitops.apply(
                                repository.snapshot(revision),
                                repository.files(),
                                List.of(),
                                TestAgents.NOW))
                .isNotEmpty();
    }

    /** Keeps what is published. */
    private static final class Bus implements EventBus {
        private final List<BusEvent> events = Collections.synchronizedList(new ArrayList<>());

        List<AgentId> desired() {
            return events.stream()
                    .filter(BusEvent.DesiredStateChanged.class::isInstance)
                    .flatMap(event -> ((BusEvent.DesiredStateChanged) event).agents().stream())
                    .toList();
        }

        @Override
        public void publish(BusEvent event) {
            events.add(event);
        }

        @Override
        public Subscription subscribe(String name, Consumer<BusEvent> consumer) {
            throw new UnsupportedOperationException("nobody listens here");
        }
    }
}
