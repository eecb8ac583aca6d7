package dev.myriarch.rollout.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.rollout.Rollout;
import dev.myriarch.rollout.RolloutChange;
import dev.myriarch.rollout.RolloutChange.SetStatus;
import dev.myriarch.rollout.RolloutEvent;
import dev.myriarch.rollout.RolloutId;
import dev.myriarch.rollout.RolloutKind;
import dev.myriarch.rollout.RolloutOrigin;
import dev.myriarch.rollout.RolloutStatus;
import dev.myriarch.rollout.RolloutStore.LatestTarget;
import dev.myriarch.rollout.RolloutStore.RolloutQuery;
import dev.myriarch.rollout.RolloutStore.TargetQuery;
import dev.myriarch.rollout.RolloutStore.TargetSort;
import dev.myriarch.rollout.RolloutTarget;
import dev.myriarch.rollout.TargetStatus;
import dev.myriarch.rollout.WaveStatus;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RolloutStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final RolloutStorePg STORE = new RolloutStorePg(DATABASE.database());
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final RolloutId ID = new RolloutId(new UUID(1, 1));

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @AfterEach
    void clear() {
        DATABASE.clear(List.of("rollouts", "rollout_waves", "rollout_targets", "rollout_events"));
    }

    @Test
    void whatIsCreatedIsReadBackWithWavesAndCounts() {
        Rollout created = rollout(ID, "linux", NOW);
        assertThat(STORE.create(created, targets(3))).isTrue();

        Rollout read = STORE.find(ID).orElseThrow();
        assertThat(read.change()).isEqualTo(created.change());
        assertThat(read.request()).isEqualTo(created.request());
        assertThat(read.policy()).isEqualTo(created.policy());
        assertThat(read.state()).isEqualTo(created.state());
        assertThat(read.waves()).extracting(Rollout.Wave::name).containsExactly("canary", "all");
        assertThat(read.waves().getLast().requireApproval()).isTrue();
        assertThat(read.waves().getFirst().counts().of(TargetStatus.PENDING)).isEqualTo(1);
        assertThat(read.counts().total()).isEqualTo(3);
        assertThat(STORE.targets(ID)).isEqualTo(targets(3));
        assertThat(STORE.find(new RolloutId(new UUID(9, 9)))).isEmpty();
    }

    @Test
    void integersOfThePolicyStayIntegers() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), List.of())).isTrue();

        assertThat(STORE.find(ID).orElseThrow().policy().entries())
                .containsEntry("maxConcurrent", Value.of(50));
    }

    @Test
    void aFleetHasOneLiveRolloutOfAKind() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(1))).isTrue();
        RolloutId second = new RolloutId(new UUID(1, 2));
        assertThat(STORE.create(rollout(second, "linux", NOW), targets(1))).isFalse();
        assertThat(STORE.find(second)).isEmpty();
        assertThat(STORE.create(rollout(new RolloutId(new UUID(1, 3)), "windows", NOW), List.of()))
                .isTrue();

        assertThat(write(new SetStatus(RolloutStatus.PENDING, RolloutStatus.FAILED, "stuck")))
                .isTrue();
        assertThat(STORE.create(rollout(second, "linux", NOW), targets(1)))
                .as("a failed rollout is live")
                .isFalse();

        assertThat(write(new SetStatus(RolloutStatus.FAILED, RolloutStatus.ABORTED, ""))).isTrue();
        assertThat(STORE.create(rollout(second, "linux", NOW), targets(1))).isTrue();
        assertThat(STORE.findLive("linux", RolloutKind.CONFIG).orElseThrow().id())
                .isEqualTo(second);
        assertThat(STORE.findLive("linux", RolloutKind.VERSION)).isEmpty();
        assertThat(STORE.live()).hasSize(2);
    }

    @Test
    void theDatabaseAgreesWithTheCodeOnWhatIsLive() {
        for (RolloutStatus status : RolloutStatus.values()) {
            assertThat(STORE.create(rollout(ID, "linux", NOW), List.of())).isTrue();
            assertThat(write(new SetStatus(RolloutStatus.PENDING, status, ""))).isTrue();
            assertThat(!STORE.live().isEmpty()).as(status.text()).isEqualTo(status.isLive());
            RolloutId other = new RolloutId(new UUID(1, 2));
            assertThat(STORE.create(rollout(other, "linux", NOW), List.of()))
                    .as(status.text())
                    .isNotEqualTo(status.isLive());
            clear();
        }
    }

    @Test
    void ofManyThatSetTheStatusOneTakesEffect() throws Exception {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(1))).isTrue();
        List<Future<Boolean>> attempts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                String reason = "attempt " + i;
                attempts.add(
                        threads.submit(() ->
                                write(
                                        new SetStatus(
                                                RolloutStatus.PENDING,
                                                RolloutStatus.RUNNING,
                                                reason))));
            }
        }
        int won = 0;
        for (Future<Boolean> attempt : attempts) {
            won += attempt.get() ? 1 : 0;
        }
        assertThat(won).isEqualTo(1);
    }

    @Test
    void statusSetsStartAndEnd() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), List.of())).isTrue();
        Instant start = NOW.plusSeconds(5);
        Instant end = NOW.plusSeconds(90);
        assertThat(
                        STORE.write(
                                ID,
                                List.of(
                                        new SetStatus(
                                                RolloutStatus.PENDING, RolloutStatus.RUNNING, ""),
                                        new RolloutChange.SetProgress(
                                                RolloutStatus.RUNNING,
                                                1,
                                                Optional.of(end),
                                                Value.emptyMapping())),
                                start))
                .isTrue();
        Rollout.State running = STORE.find(ID).orElseThrow().state();
        assertThat(running.startedAt()).contains(start);
        assertThat(running.wakeAt()).contains(end);
        assertThat(running.currentWave()).isEqualTo(1);

        assertThat(
                        STORE.write(
                                ID,
                                List.of(
                                        new SetStatus(
                                                RolloutStatus.RUNNING,
                                                RolloutStatus.COMPLETED,
                                                "done")),
                                end))
                .isTrue();
        Rollout.State done = STORE.find(ID).orElseThrow().state();
        assertThat(done.startedAt()).contains(start);
        assertThat(done.finishedAt()).contains(end);
        assertThat(done.wakeAt()).isEmpty();
        assertThat(done.reason()).isEqualTo("done");
    }

    @Test
    void aChangeThatMissesUndoesTheOnesBeforeIt() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(2))).isTrue();
        assertThat(
                        STORE.write(
                                ID,
                                List.of(
                                        new SetStatus(
                                                RolloutStatus.PENDING, RolloutStatus.RUNNING, ""),
                                        new RolloutChange.SetWaveStatus(
                                                0, WaveStatus.RUNNING, WaveStatus.COMPLETED)),
                                NOW))
                .isFalse();
        assertThat(STORE.find(ID).orElseThrow().state().status()).isEqualTo(RolloutStatus.PENDING);
    }

    @Test
    void wavesBeginAfterTheirApproval() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(2))).isTrue();
        RolloutChange approval = new RolloutChange.ApproveWave(1, "user:1");
        assertThat(write(approval)).as("not waiting").isFalse();
        assertThat(
                        write(
                                new RolloutChange.SetWaveStatus(
                                        1, WaveStatus.PENDING, WaveStatus.WAITING_APPROVAL)))
                .isTrue();
        assertThat(write(approval)).isTrue();
        assertThat(write(approval)).as("twice").isFalse();

        Rollout.Wave wave = STORE.find(ID).orElseThrow().waves().getLast();
        assertThat(wave.status()).isEqualTo(WaveStatus.RUNNING);
        assertThat(wave.approval()).contains(new Rollout.Approval("user:1", NOW));
        assertThat(wave.startedAt()).contains(NOW);

        assertThat(write(new RolloutChange.AcknowledgeFailures(1, 0, 2))).isTrue();
        assertThat(write(new RolloutChange.AcknowledgeFailures(1, 0, 3))).isFalse();
        assertThat(write(new RolloutChange.SetWaveStatus(1, WaveStatus.RUNNING, WaveStatus.FAILED)))
                .isTrue();
        Rollout.Wave failed = STORE.find(ID).orElseThrow().waves().getLast();
        assertThat(failed.acknowledgedFailures()).isEqualTo(2);
        assertThat(failed.finishedAt()).contains(NOW);
    }

    @Test
    void ofTwoUpdatesOfATargetOneHitsAlsoWithinTheSameMicrosecond() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(1))).isTrue();
        RolloutTarget read = STORE.targets(ID).getFirst();

        RolloutTarget started = read.with(state(TargetStatus.IN_PROGRESS, "job-1"));
        assertThat(write(new RolloutChange.UpdateTarget(started))).isTrue();
        assertThat(write(new RolloutChange.UpdateTarget(started))).isFalse();

        RolloutTarget stored = STORE.targets(ID).getFirst();
        assertThat(stored.state()).isEqualTo(started.state());
        assertThat(stored.updatedAt()).isAfter(NOW);
        assertThat(STORE.find(ID).orElseThrow().counts().inProgress()).isEqualTo(1);
    }

    @Test
    void latecomersAreAddedOnce() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(1))).isTrue();
        assertThat(write(new RolloutChange.AddTargets(targets(2).subList(1, 2)))).isTrue();
        assertThat(write(new RolloutChange.AddTargets(targets(3)))).isFalse();
        assertThat(STORE.targets(ID)).hasSize(2);
        assertThatThrownBy(() ->
                        STORE.create(
                                rollout(new RolloutId(new UUID(1, 2)), "other", NOW),
                                List.of(targets(1).getFirst(), targets(1).getFirst())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(STORE.list(new RolloutQuery(List.of(), List.of(), List.of(), 1, 50)).total())
                .isEqualTo(1);
    }

    @Test
    void pagesOfTargetsAreOrderedAndFiltered() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(5))).isTrue();
        List<RolloutTarget> all = STORE.targets(ID);
        setStatus(all.get(4), TargetStatus.VERIFYING);
        setStatus(all.get(3), TargetStatus.FAILED);
        setStatus(all.get(0), TargetStatus.SUCCEEDED);

        assertThat(STORE.targets(ID, targetQuery(TargetSort.WAVE, List.of(), 1)).items())
                .extracting(RolloutTarget::hostName)
                .containsExactly("host-0", "host-1");
        assertThat(STORE.targets(ID, targetQuery(TargetSort.WAVE, List.of(), 3)).items())
                .extracting(RolloutTarget::hostName)
                .containsExactly("host-4");
        assertThat(STORE.targets(ID, targetQuery(TargetSort.ACTIVITY, List.of(), 1)).items())
                .extracting(RolloutTarget::hostName)
                .containsExactly("host-4", "host-3");
        assertThat(STORE.targets(ID, targetQuery(TargetSort.ACTIVITY, List.of(), 3)).items())
                .extracting(RolloutTarget::hostName)
                .containsExactly("host-0");
        assertThat(
                        STORE.targets(
                                        ID,
                                        targetQuery(
                                                TargetSort.WAVE, List.of(TargetStatus.PENDING), 1))
                                .total())
                .isEqualTo(2);
        assertThat(
                        STORE.targets(
                                        ID,
                                        new TargetQuery(
                                                Optional.of(all.get(2).agent()),
                                                Optional.of(1),
                                                List.of(),
                                                TargetSort.WAVE,
                                                1,
                                                10))
                                .items())
                .extracting(RolloutTarget::hostName)
                .containsExactly("host-2");
    }

    @Test
    void listsAreFilteredAndBeginWithTheNewest() {
        for (int i = 0; i < 3; i++) {
            assertThat(
                            STORE.create(
                                    rollout(
                                            new RolloutId(new UUID(1, i)),
                                            "f" + i,
                                            NOW.plusSeconds(i)),
                                    List.of()))
                    .isTrue();
        }
        assertThat(STORE.list(new RolloutQuery(List.of(), List.of(), List.of(), 1, 2)).items())
                .extracting(rollout -> rollout.change().fleet())
                .containsExactly("f2", "f1");
        assertThat(
                        STORE.list(
                                        new RolloutQuery(
                                                List.of("f0", "f1"),
                                                List.of(RolloutKind.CONFIG),
                                                RolloutStatus.LIVE,
                                                1,
                                                50))
                                .total())
                .isEqualTo(2);
        assertThat(
                        STORE.list(
                                        new RolloutQuery(
                                                List.of(),
                                                List.of(RolloutKind.VERSION),
                                                List.of(),
                                                1,
                                                50))
                                .items())
                .isEmpty();
    }

    @Test
    void theLatestTargetOfAnAgentIsThatOfTheNewestRollout() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), targets(2))).isTrue();
        assertThat(write(new SetStatus(RolloutStatus.PENDING, RolloutStatus.SUPERSEDED, "")))
                .isTrue();
        RolloutId newer = new RolloutId(new UUID(0, 2));
        assertThat(STORE.create(rollout(newer, "linux", NOW.plusSeconds(1)), targets(1))).isTrue();

        Map<AgentId, LatestTarget> latest =
                STORE.latestTargets(RolloutKind.CONFIG, List.of(agent(0), agent(1), agent(2)));
        assertThat(latest).hasSize(2);
        assertThat(latest.get(agent(0)))
                .extracting(LatestTarget::rollout, LatestTarget::status)
                .containsExactly(newer, RolloutStatus.PENDING);
        assertThat(latest.get(agent(1)))
                .extracting(LatestTarget::rollout, LatestTarget::status)
                .containsExactly(ID, RolloutStatus.SUPERSEDED);
    }

    @Test
    void eventsAreReadNewestFirstWhateverTheirTextHolds() {
        assertThat(STORE.create(rollout(ID, "linux", NOW), List.of())).isTrue();
        RolloutEvent first = event("created", "a\0b '%_\\ \"", Optional.empty());
        RolloutEvent second = event("paused", "💥", Optional.of(agent(1)));
        assertThat(
                        STORE.write(
                                ID,
                                List.of(
                                        new RolloutChange.AddEvent(first),
                                        new RolloutChange.AddEvent(second)),
                                NOW))
                .isTrue();
        assertThat(STORE.events(ID, 10))
                .containsExactly(second, event("created", "a\uFFFDb '%_\\ \"", Optional.empty()));
        assertThat(STORE.events(ID, 1)).containsExactly(second);
    }

    private static boolean write(RolloutChange change) {
        return STORE.write(ID, List.of(change), NOW);
    }

    private static void setStatus(RolloutTarget target, TargetStatus status) {
        assertThat(write(new RolloutChange.UpdateTarget(target.with(state(status, "job")))))
                .isTrue();
    }

    private static TargetQuery targetQuery(TargetSort sort, List<TargetStatus> statuses, int page) {
        return new TargetQuery(Optional.empty(), Optional.empty(), statuses, sort, page, 2);
    }

    private static RolloutTarget.State state(TargetStatus status, String job) {
        return new RolloutTarget.State(
                status,
                "",
                "",
                1,
                Optional.of(job),
                Optional.of(NOW),
                Optional.empty(),
                Optional.empty());
    }

    private static RolloutEvent event(String type, String text, Optional<AgentId> agent) {
        return new RolloutEvent(
                NOW, type, "info", Optional.of(0), agent, "system", text, Value.emptyMapping());
    }

    private static AgentId agent(int number) {
        return new AgentId(new UUID(7, number));
    }

    /** One in the first wave, the others in the second. */
    private static List<RolloutTarget> targets(int count) {
        List<RolloutTarget> targets = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            targets.add(
                    RolloutTarget.planned(
                            agent(number),
                            number == 0 ? 0 : 1,
                            "host-" + number,
                            new RolloutTarget.Refs("", "aa"),
                            NOW));
        }
        return targets;
    }

    private static Rollout rollout(RolloutId id, String fleet, Instant at) {
        return new Rollout(
                id,
                new Rollout.Change(RolloutKind.CONFIG, fleet, "c0ffee", "decade"),
                new Rollout.Request(RolloutOrigin.GITOPS, "gitops", "", at),
                new Value.Mapping(
                        Map.of("name", Value.of("default"), "maxConcurrent", Value.of(50))),
                Value.emptyMapping(),
                Rollout.State.created(at),
                List.of(Rollout.Wave.planned("canary", false), Rollout.Wave.planned("all", true)));
    }
}
