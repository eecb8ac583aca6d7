package dev.myriarch.gitops;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Brings the repository into the database. Confined to one thread, the one of the leader job.
 *
 * <p>After a revision was applied, and once after the start of a term whatever happened before it,
 * the followers run: they are repeatable, and one that fails runs again with the next sync.
 */
public final class GitopsSyncer {
    /** How often a sync without news touches the database. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final RepositorySource source;
    private final GitopsStore store;
    private final ActiveSnapshot active;
    private final EventBus bus;
    private final InstantSource clock;
    private final Duration timeBudget;
    private final List<Runnable> followers;

    private boolean followersDue = true;
    private Optional<Instant> lastQuietWrite = Optional.empty();
    private Optional<String> handled = Optional.empty();

    /**
     * @param timeBudget longest time for checking a revision
     * @param followers what is to be done for an applied revision, in order
     */
    public GitopsSyncer(
            RepositorySource source,
            GitopsStore store,
            ActiveSnapshot active,
            EventBus bus,
            InstantSource clock,
            Duration timeBudget,
            List<Runnable> followers) {
        this.source = source;
        this.store = store;
        this.active = active;
        this.bus = bus;
        this.clock = clock;
        this.timeBudget = timeBudget;
        this.followers = List.copyOf(followers);
    }

    /** Call it when a term of leadership begins: another leader may have left work undone. */
    public void beginTerm() {
        handled = Optional.empty();
        followersDue = true;
        lastQuietWrite = Optional.empty();
    }

    /** One sync. A failure of the database or of a follower passes on; the next sync repeats. */
    public SyncOutcome sync() {
        if (handled.isEmpty()) {
            handled = appliedAndNewest();
        }
        Instant start = clock.instant();
        SyncDecision decision =
                SyncDecision.decide(
                        source.fetch(handled),
                        handled,
                        () -> clock.instant().isAfter(start.plus(timeBudget)));
        SyncOutcome outcome = carryOut(decision);
        follow();
        return outcome;
    }

    /**
     * A revision that was rejected, or that this program does not understand, is looked at again:
     * the program may be another version than the one that judged it.
     */
    private Optional<String> appliedAndNewest() {
        GitopsStatus status = store.status();
        return active.reload()
                .map(Snapshot::revision)
                .filter(revision -> status.applied().equals(Optional.of(revision)))
                .filter(revision -> status.latest().equals(Optional.of(revision)));
    }

    private SyncOutcome carryOut(SyncDecision decision) {
        Instant now = clock.instant();
        return switch (decision) {
            case SyncDecision.Keep(String revision) -> {
                keep(revision, now);
                yield new SyncOutcome.Unchanged(revision);
            }
            case SyncDecision.Report(String message) -> {
                store.recordFailed(message, now);
                lastQuietWrite = Optional.empty();
                bus.publish(new BusEvent.GitopsSynced("", false));
                yield new SyncOutcome.Failed(message);
            }
            case SyncDecision.Reject(String revision, var issues) -> {
                store.recordInvalid(revision, issues, now);
                handled = Optional.of(revision);
                bus.publish(new BusEvent.GitopsSynced(revision, false));
                yield new SyncOutcome.Invalid(revision, issues);
            }
            case SyncDecision.Apply(Snapshot snapshot, var files, var warnings) -> {
                List<String> changed = store.apply(snapshot, files, warnings, now);
                active.install(snapshot);
                handled = Optional.of(snapshot.revision());
                followersDue = true;
                bus.publish(new BusEvent.GitopsSynced(snapshot.revision(), true));
                yield new SyncOutcome.Applied(snapshot.revision(), changed, warnings);
            }
        };
    }

    private void keep(String revision, Instant now) {
        boolean due = lastQuietWrite.map(last -> now.isAfter(last.plus(QUIET))).orElse(true);
        if (due) {
            store.recordUnchanged(revision, now);
            lastQuietWrite = Optional.of(now);
        }
    }

    private void follow() {
        if (!followersDue || active.reload().isEmpty()) {
            return;
        }
        followers.forEach(Runnable::run);
        followersDue = false;
    }
}
