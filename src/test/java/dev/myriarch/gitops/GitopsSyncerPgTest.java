package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.gitops.pg.GitopsStorePg;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import dev.myriarch.testing.WatchedDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GitopsSyncerPgTest {
    private static final TestRepository GOOD =
            TestRepository.empty().blueprint("b", TestRepository.MINIMAL_CONFIG);
    private static final TestRepository BAD = GOOD.file("x.yaml", "[");

    private final SettableClock clock = new SettableClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TestDatabase test = TestDatabase.create();

    /** What the test looks at and changes; it is not watched, and never out of reach. */
    private final GitopsStore store = new GitopsStorePg(test.database());

    /** What the syncer asks. */
    private final WatchedDatabase database = new WatchedDatabase(test.database());

    private final GitopsStore watched = new GitopsStorePg(database);
    private final Bus bus = new Bus();
    private final Source source = new Source();
    private final ActiveSnapshot active = new ActiveSnapshot(watched);
    private final List<String> followed = new ArrayList<>();
    private boolean followerFails;
    private final GitopsSyncer syncer =
            new GitopsSyncer(
                    source,
                    watched,
                    active,
                    bus,
                    clock,
                    Duration.ofMinutes(1),
                    List.of(this::follow));

    @AfterEach
    void close() {
        test.close();
    }

    private void follow() {
        if (followerFails) {
            throw new IllegalStateException("follower");
        }
        followed.add(active.current().orElseThrow().revision());
    }

    @Test
    void validRevisionBecomesActiveAndIsFollowed() {
        source.set("r1", GOOD);

        SyncOutcome outcome = syncer.sync();

        assertThat(outcome)
                .isEqualTo(new SyncOutcome.Applied("r1", List.of("Blueprint/b"), List.of()));
        assertThat(active.current().map(Snapshot::revision)).hasValue("r1");
        assertThat(store.status().state()).isEqualTo("ok");
        assertThat(followed).containsExactly("r1");
        assertThat(bus.events).containsExactly(new BusEvent.GitopsSynced("r1", true));
    }

    @Test
    void sameRevisionIsNotAppliedAgain() {
        source.set("r1", GOOD);
        syncer.sync();
        clock.advance(Duration.ofSeconds(11));

        assertThat(syncer.sync()).isEqualTo(new SyncOutcome.Unchanged("r1"));
        assertThat(followed).hasSize(1);
        assertThat(bus.events).hasSize(1);
        assertThat(store.status().checkedAt()).hasValue(clock.instant());
    }

    @Test
    void pollingWithoutNewsLeavesTheDatabaseAlone() {
        source.set("r1", GOOD);
        syncer.sync();
        database.takeStatements();
        List<Integer> writes = new ArrayList<>();
        for (int second = 1; second <= 30; second++) {
            clock.advance(Duration.ofSeconds(1));
            syncer.sync();
            if (!database.takeStatements().isEmpty()) {
                writes.add(second);
            }
        }

        assertThat(writes).containsExactly(1, 12, 23);
        assertThat(store.syncs(100))
                .extracting(GitopsStore.SyncRecord::result)
                .containsExactly("unchanged", "applied");
    }

    @Test
    void revisionThatCannotBeStoredIsAppliedByTheNextSync() {
        source.set("r1", GOOD);
        database.setFailing(sql -> sql.contains("INTO gitops_syncs"));

        assertThatThrownBy(syncer::sync).isInstanceOf(DatabaseException.class);
        assertThat(active.current()).isEmpty();
        assertThat(store.applied()).isEmpty();
        assertThat(followed).isEmpty();
        assertThat(bus.events).isEmpty();

        database.setAway(false);
        assertThat(syncer.sync()).isInstanceOf(SyncOutcome.Applied.class);
        assertThat(followed).containsExactly("r1");
    }

    @Test
    void invalidRevisionKeepsTheActiveOne() {
        source.set("r1", GOOD);
        syncer.sync();
        source.set("r2", BAD);

        SyncOutcome outcome = syncer.sync();

        assertThat(outcome).isInstanceOf(SyncOutcome.Invalid.class);
        assertThat(active.current().map(Snapshot::revision)).hasValue("r1");
        assertThat(store.status().state()).isEqualTo("error");
        assertThat(store.status().latest()).hasValue("r2");
        assertThat(store.status().issues()).extracting(Issue::code).containsExactly("yaml_syntax");
        assertThat(bus.events).last().isEqualTo(new BusEvent.GitopsSynced("r2", false));
        assertThat(syncer.sync()).isEqualTo(new SyncOutcome.Unchanged("r2"));
    }

    @Test
    void goingBackToTheActiveRevisionMendsTheStatus() {
        source.set("r1", GOOD);
        syncer.sync();
        source.set("r2", BAD);
        syncer.sync();
        source.set("r1", GOOD);

        syncer.sync();

        assertThat(store.status().state()).isEqualTo("ok");
        assertThat(store.status().latest()).hasValue("r1");
    }

    @Test
    void unreadableSourceKeepsTheActiveRevision() {
        source.set("r1", GOOD);
        syncer.sync();
        source.fail("no such folder");

        assertThat(syncer.sync()).isEqualTo(new SyncOutcome.Failed("no such folder"));
        assertThat(store.status().message()).isEqualTo("no such folder");
        assertThat(active.current()).isPresent();

        source.set("r1", GOOD);
        syncer.sync();
        assertThat(store.status().state()).isEqualTo("ok");
        assertThat(store.status().message()).isEmpty();
    }

    @Test
    void followerThatFailsRunsAgain() {
        source.set("r1", GOOD);
        followerFails = true;
        assertThatThrownBy(syncer::sync).hasMessage("follower");
        followerFails = false;

        assertThat(syncer.sync()).isEqualTo(new SyncOutcome.Unchanged("r1"));
        syncer.sync();

        assertThat(followed).containsExactly("r1");
    }

    @Test
    void newTermFollowsWhatAnotherLeaderApplied() {
        store.apply(GOOD.snapshot("r1"), GOOD.files(), List.of(), clock.instant());
        source.set("r1", GOOD);

        assertThat(syncer.sync()).isEqualTo(new SyncOutcome.Unchanged("r1"));
        assertThat(followed).containsExactly("r1");

        syncer.beginTerm();
        syncer.sync();
        assertThat(followed).containsExactly("r1", "r1");
    }

    @Test
    void rejectedRevisionIsLookedAtAgainInANewTerm() {
        store.recordInvalid("r1", List.of(), clock.instant());
        source.set("r1", GOOD);

        assertThat(syncer.sync()).isInstanceOf(SyncOutcome.Applied.class);
    }

    @Test
    void storedStateThatIsNotUnderstoodKeepsTheSnapshotAndIsTold() {
        source.set("r1", GOOD);
        syncer.sync();
        store.apply(GOOD.snapshot("r2"), BAD.files(), List.of(), clock.instant());

        assertThat(active.reload().map(Snapshot::revision)).hasValue("r1");
        assertThat(new ActiveSnapshot(store).reload()).isEmpty();

        source.set("r2", BAD);
        syncer.beginTerm();
        assertThat(syncer.sync()).isInstanceOf(SyncOutcome.Invalid.class);
        assertThat(store.status().issues()).isNotEmpty();
    }

    @Test
    void otherReplicasReloadTheSnapshot() {
        ActiveSnapshot other = new ActiveSnapshot(store);
        assertThat(other.reload()).isEmpty();
        source.set("r1", GOOD);
        syncer.sync();

        assertThat(other.reload().map(Snapshot::revision)).hasValue("r1");
        assertThat(other.current().orElseThrow().blueprints().find("b")).isPresent();
    }

    /** Gives what it is told to. */
    private static final class Source implements RepositorySource {
        private Fetch next = new Fetch.Failed("not set");

        void set(String revision, TestRepository repository) {
            next = new Fetch.Content(revision, repository.files(), List.of());
        }

        void fail(String message) {
            next = new Fetch.Failed(message);
        }

        @Override
        public String description() {
            return "test";
        }

        @Override
        public Fetch fetch(Optional<String> known) {
            return next;
        }
    }

    /** Keeps what is published. */
    private static final class Bus implements EventBus {
        private final List<BusEvent> events = new ArrayList<>();

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
