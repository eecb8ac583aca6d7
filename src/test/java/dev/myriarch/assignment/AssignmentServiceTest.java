package dev.myriarch.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.FakeGitopsStore;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestRepository;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class AssignmentServiceTest {
    private static final String LINUX = "selector: {matchAttributes: {os.type: linux}}\n";
    private static final TestRepository ONE =
            TestRepository.empty()
                    .blueprint("b", TestRepository.MINIMAL_CONFIG)
                    .object("Fleet", "f", LINUX + "blueprint: b");
    private static final TestRepository TWO =
            TestRepository.empty()
                    .blueprint("b", TestRepository.MINIMAL_CONFIG + "extensions: {pprof: {}}\n")
                    .object("Fleet", "f", LINUX + "blueprint: b");

    private final FakeAgents agents = new FakeAgents();
    private final Configs configs = new Configs();
    private final Bus bus = new Bus();
    private final FakeGitopsStore gitops = new FakeGitopsStore();
    private final ActiveSnapshot snapshot = new ActiveSnapshot(gitops);
    private final AssignmentService service =
            new AssignmentService(
                    snapshot,
                    new AssignmentService.Stores(agents, agents, configs),
                    new ImmediateAdmission(),
                    bus,
                    new SettableClock(TestAgents.NOW));

    @Test
    void withoutASnapshotNothingHappens() {
        agents.put(TestAgents.linux(1, TestAgents.NONE));

        service.assign(TestAgents.id(1));

        assertThat(agents.get(TestAgents.id(1)).assignment()).isEqualTo(TestAgents.NONE);
        assertThat(bus.events).isEmpty();
    }

    @Test
    void unknownAgentIsNoError() {
        activate("r1", ONE);

        service.assign(TestAgents.id(1));

        assertThat(bus.events).isEmpty();
    }

    @Test
    void assignedAgentIsStoredAndTold() {
        activate("r1", ONE);
        agents.put(TestAgents.linux(1, TestAgents.NONE));

        service.assign(TestAgents.id(1));

        Assignment assignment = agents.get(TestAgents.id(1)).assignment();
        assertThat(assignment.fleet()).hasValue("f");
        assertThat(assignment.desired()).isPresent();
        assertThat(assignment.desired().flatMap(configs::find)).isPresent();
        assertThat(bus.events)
                .containsExactly(
                        new BusEvent.DesiredStateChanged(List.of(TestAgents.id(1))),
                        new BusEvent.AssignmentChanged(List.of(TestAgents.id(1))));
        assertThat(agents.events)
                .extracting(AgentEvent::type, AgentEvent::text)
                .containsExactly(tuple("fleet_changed", "joined the fleet f"));
    }

    @Test
    void secondEvaluationChangesNothing() {
        activate("r1", ONE);
        agents.put(TestAgents.linux(1, TestAgents.NONE));
        service.assign(TestAgents.id(1));
        bus.events.clear();
        Assignment before = agents.get(TestAgents.id(1)).assignment();

        service.assign(TestAgents.id(1));

        assertThat(agents.get(TestAgents.id(1)).assignment()).isSameAs(before);
        assertThat(bus.events).isEmpty();
    }

    @Test
    void newRevisionReachesEveryAgentAndClearsTheFailedMarker() {
        activate("r1", ONE);
        for (int number = 1; number <= 250; number++) {
            agents.put(TestAgents.linux(number, TestAgents.NONE));
        }
        assertThat(service.reassignAll()).isEqualTo(250);
        Assignment first = agents.get(TestAgents.id(7)).assignment();
        agents.put(
                TestAgents.linux(
                        7,
                        TestAgents.assignment(
                                first.fleet(),
                                first.assigned(),
                                first.desired(),
                                first.desired())));
        bus.events.clear();

        activate("r2", TWO);
        assertThat(service.reassignAll()).isEqualTo(250);

        Assignment second = agents.get(TestAgents.id(7)).assignment();
        assertThat(second.desired()).isPresent().isNotEqualTo(first.desired());
        assertThat(second.failed()).isEmpty();
        assertThat(configs.puts).hasSizeBetween(2, 2 + 2 * 4);
        assertThat(bus.events).hasSize(6);
        assertThat(bus.desired()).hasSize(250).doesNotHaveDuplicates();
        assertThat(service.reassignAll()).isZero();
    }

    @Test
    void lostRaceIsEvaluatedAgain() {
        activate("r1", ONE);
        agents.put(TestAgents.linux(1, TestAgents.NONE));
        ConfigHash other = ConfigHash.of(new byte[] {9});
        agents.before =
                () -> {
                    agents.before = () -> {};
                    agents.put(
                            TestAgents.linux(
                                    1,
                                    TestAgents.assignment(
                                            Optional.of("g"),
                                            Optional.of(other),
                                            Optional.of(other))));
                };

        service.assign(TestAgents.id(1));

        Assignment assignment = agents.get(TestAgents.id(1)).assignment();
        assertThat(assignment.fleet()).hasValue("f");
        assertThat(assignment.desired()).isPresent().isNotEqualTo(Optional.of(other));
        assertThat(agents.events)
                .extracting(event -> event.details().entries().get("from"))
                .containsExactly(Value.of("g"));
    }

    @Test
    void endlessRaceIsGivenUp() {
        activate("r1", ONE);
        agents.put(TestAgents.linux(1, TestAgents.NONE));
        int[] round = {0};
        agents.before =
                () -> {
                    round[0]++;
                    ConfigHash hash = ConfigHash.of(new byte[] {(byte) round[0]});
                    agents.put(
                            TestAgents.linux(
                                    1,
                                    TestAgents.assignment(
                                            Optional.of("g"),
                                            Optional.of(hash),
                                            Optional.of(hash))));
                };

        assertThatThrownBy(() -> service.assign(TestAgents.id(1)))
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        assertThat(round[0]).isEqualTo(3);
        assertThat(bus.events).isEmpty();
    }

    @Test
    void agentThatIsDeletedMeanwhileIsNoError() {
        activate("r1", ONE);
        agents.put(TestAgents.linux(1, TestAgents.NONE));
        agents.before = () -> agents.delete(TestAgents.id(1));

        service.assign(TestAgents.id(1));

        assertThat(bus.events).isEmpty();
    }

    @Test
    void oneAgentThatFailsDoesNotStopTheOthers() {
        activate("r1", ONE);
        for (int number = 1; number <= 3; number++) {
            agents.put(TestAgents.linux(number, TestAgents.NONE));
        }
        ConfigHash unreadable = ConfigHash.of(new byte[] {5});
        agents.put(
                TestAgents.with(
                        TestAgents.linux(2, TestAgents.NONE),
                        TestAgents.reported(Optional.of(unreadable))));
        agents.components.put(unreadable, Map.of("receivers", brokenList()));

        assertThatThrownBy(service::reassignAll)
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        assertThat(bus.desired()).containsExactlyInAnyOrder(TestAgents.id(1), TestAgents.id(3));
    }

    /** A list that cannot be read. */
    private static List<String> brokenList() {
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                throw new IllegalStateException("broken");
            }

            @Override
            public int size() {
                return 1;
            }
        };
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
        agents.put(TestAgents.linux(1, TestAgents.NONE));

        service.assign(TestAgents.id(1));
        service.assign(TestAgents.id(1));

        assertThat(agents.events)
                .extracting(AgentEvent::type)
                .containsExactly("fleet_changed", "assignment_failed");
        assertThat(agents.get(TestAgents.id(1)).assignment().error()).startsWith("template_error");
    }

    private void activate(String revision, TestRepository repository) {
        gitops.apply(repository.snapshot(revision), repository.files(), List.of(), TestAgents.NOW);
        snapshot.reload();
    }

    /** Rendered configurations in memory. */
    private static final class Configs implements RenderedConfigStore {
        private final Map<ConfigHash, byte[]> bodies = new ConcurrentHashMap<>();
        private final List<ConfigHash> puts = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Optional<byte[]> find(ConfigHash hash) {
            return Optional.ofNullable(bodies.get(hash));
        }

        @Override
        public void put(RenderedConfig config, Instant now) {
            puts.add(config.hash());
            bodies.put(config.hash(), config.body());
        }
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
