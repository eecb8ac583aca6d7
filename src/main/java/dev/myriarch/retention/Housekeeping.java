package dev.myriarch.retention;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.ObjIntConsumer;

/**
 * Removes what is older than its period: in batches, each a short transaction, and at most so many
 * of them in a run. A run that is interrupted, or that fails, is continued by the next one, because
 * nothing is remembered but the data. Runs on the leader. Thread-safe.
 */
public final class Housekeeping {
    private static final Duration NOTE_USE_EVERY = Duration.ofDays(1);

    private final RetentionPeriods periods;
    private final RetentionStore store;
    private final EventBus bus;
    private final InstantSource clock;
    private final Bounds bounds;
    private final ObjIntConsumer<Kept> removed;

    /**
     * @param batch rows of one transaction
     * @param batches transactions of one kind of data in one run
     */
    public record Bounds(int batch, int batches) {
        /** A million rows of a kind in a run. */
        public static final Bounds DEFAULT = new Bounds(1_000, 1_000);

        public Bounds {
            if (batch < 1 || batches < 1) {
                throw new IllegalArgumentException("a run has batches, and they have rows");
            }
        }
    }

    /**
     * @param removed hears how many rows of which data each batch removed
     */
    public Housekeeping(
            RetentionPeriods periods,
            RetentionStore store,
            EventBus bus,
            InstantSource clock,
            Bounds bounds,
            ObjIntConsumer<Kept> removed) {
        this.periods = periods;
        this.store = store;
        this.bus = bus;
        this.clock = clock;
        this.bounds = bounds;
        this.removed = removed;
    }

    /**
     * Removes everything that is due. What fails does not keep the rest from being removed.
     *
     * @throws RuntimeException the first failure, with the others suppressed
     * @throws InterruptedException when the run was interrupted between two batches
     */
    public void run() throws InterruptedException {
        Optional<RuntimeException> failure = Optional.empty();
        for (Kept kept : Kept.values()) {
            try {
                remove(kept);
            } catch (RuntimeException e) {
                failure.ifPresent(first -> first.addSuppressed(e));
                failure = Optional.of(failure.orElse(e));
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** Removes one kind of data, where it is due. */
    public void remove(Kept kept) throws InterruptedException {
        Optional<Duration> period = periods.of(kept);
        if (period.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        Instant before = now.minus(period.get());
        switch (kept) {
            case OFFLINE_AGENTS -> repeat(() -> removeAgents(before));
            case RENDERED_CONFIGS, EFFECTIVE_CONFIGS, COMPONENT_SETS -> {
                Instant notedBefore = now.minus(least(period.get().dividedBy(2), NOTE_USE_EVERY));
                repeat(() -> store.noteUse(kept, notedBefore, now, bounds.batch()));
                repeat(() -> removeRows(kept, before));
            }
            case AGENT_EVENTS, AUDIT_EVENTS, FINISHED_ROLLOUTS, GITOPS_SYNCS, EXPIRED_KEYS ->
                    repeat(() -> removeRows(kept, before));
        }
    }

    private void repeat(IntSupplier step) throws InterruptedException {
        for (int batch = 0; batch < bounds.batches(); batch++) {
            if (Thread.interrupted()) {
                throw new InterruptedException("housekeeping was interrupted");
            }
            if (step.getAsInt() < bounds.batch()) {
                return;
            }
        }
    }

    private int removeRows(Kept kept, Instant before) {
        int count = store.delete(kept, before, bounds.batch());
        removed.accept(kept, count);
        return count;
    }

    private int removeAgents(Instant before) {
        List<AgentId> gone = store.deleteOfflineAgents(before, bounds.batch());
        removed.accept(Kept.OFFLINE_AGENTS, gone.size());
        gone.forEach(agent -> bus.publish(new BusEvent.AgentRemoved(agent)));
        return gone.size();
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
