package dev.myriarch.gitops;

import dev.myriarch.base.Coalesced;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import java.util.Optional;

/**
 * The active snapshot in the memory of a replica. Thread-safe: readers see one immutable snapshot,
 * and every applied revision leads to a reload.
 */
public final class ActiveSnapshot {
    private final GitopsStore store;
    private volatile Optional<Snapshot> current = Optional.empty();
    private volatile Optional<String> refused = Optional.empty();

    /** Many who ask at once, as after an outage, cost one statement, and one parse. */
    private final Coalesced<Optional<Snapshot>> loading = new Coalesced<>(this::load);

    public ActiveSnapshot(GitopsStore store) {
        this.store = store;
    }

    /** Empty until a revision was applied, or when the stored files cannot be understood. */
    public Optional<Snapshot> current() {
        return current;
    }

    /** Takes over a snapshot that was just applied. */
    void install(Snapshot snapshot) {
        current = Optional.of(snapshot);
    }

    /**
     * Reads the stored snapshot again when its revision is another one; returns what is current. A
     * stored state that this program does not understand keeps the snapshot that is there. The
     * answer is not older than the question.
     */
    public Optional<Snapshot> reload() {
        return loading.get();
    }

    private Optional<Snapshot> load() {
        Optional<String> revision = store.appliedRevision();
        if (!revision.equals(current().map(Snapshot::revision)) && !revision.equals(refused)) {
            store.applied().ifPresent(this::build);
        }
        return current();
    }

    private void build(GitopsStore.Applied applied) {
        ParsedRepository parsed = RepositoryParser.parse(applied.files(), TimeBudget.UNLIMITED);
        boolean sound =
                parsed.issues().stream()
                        .noneMatch(issue -> issue.severity() == Issue.Severity.ERROR);
        if (sound) {
            install(parsed.snapshot(applied.revision()));
        } else {
            // Half a snapshot would take fleets away from agents. The next sync tells the issues.
            refused = Optional.of(applied.revision());
        }
    }

    /** Keeps the snapshot up to date; closing the subscription ends that. */
    public EventBus.Subscription follow(EventBus bus) {
        return bus.subscribe(
                "active-snapshot",
                event -> {
                    if ((event instanceof BusEvent.GitopsSynced(_, boolean applied) && applied)
                            || event instanceof BusEvent.BusReconnected) {
                        reload();
                    }
                });
    }
}
