package dev.myriarch.rollout;

import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stored rollouts. Thread-safe. */
public interface RolloutStore {
    /**
     * Stores a new rollout with its waves and targets.
     *
     * @return false when the fleet has a live rollout of this kind; nothing is stored then
     */
    boolean create(Rollout rollout, List<RolloutTarget> targets);

    Optional<Rollout> find(RolloutId id);

    /** The live rollout of a fleet and kind. */
    Optional<Rollout> findLive(String fleet, RolloutKind kind);

    /** Every live rollout, the oldest first. */
    List<Rollout> live();

    RolloutPage list(RolloutQuery query);

    /**
     * Writes all changes in one transaction, or none when one of them does not find what it
     * expects; then the caller reads and decides again.
     */
    boolean write(RolloutId id, List<RolloutChange> changes, Instant now);

    /** All targets by wave, host name and agent. */
    List<RolloutTarget> targets(RolloutId id);

    TargetPage targets(RolloutId id, TargetQuery query);

    /**
     * The newest target of each of these agents in a rollout of this kind; none where it has none.
     */
    Map<AgentId, LatestTarget> latestTargets(RolloutKind kind, Collection<AgentId> agents);

    /** The newest events first. */
    List<RolloutEvent> events(RolloutId id, int limit);

    /** A target and the rollout that it belongs to. */
    record LatestTarget(RolloutId rollout, RolloutStatus status, RolloutTarget target) {}

    /** One page of rollouts and how many match in all. */
    record RolloutPage(List<Rollout> items, long total) {
        public RolloutPage {
            items = List.copyOf(items);
        }
    }

    /** One page of targets and how many match in all. */
    record TargetPage(List<RolloutTarget> items, long total) {
        public TargetPage {
            items = List.copyOf(items);
        }
    }

    /**
     * The newest first; an empty list is no filter.
     *
     * @param page from 1
     * @param pageSize 1 to 200
     */
    record RolloutQuery(
            List<String> fleets,
            List<RolloutKind> kinds,
            List<RolloutStatus> statuses,
            int page,
            int pageSize) {
        public RolloutQuery {
            fleets = List.copyOf(fleets);
            kinds = List.copyOf(kinds);
            statuses = List.copyOf(statuses);
            Pages.check(page, pageSize);
        }
    }

    /** The order of targets; both end with the host name and the agent. */
    enum TargetSort {
        WAVE,
        /** What moves first, what is over last. */
        ACTIVITY
    }

    /**
     * @param page from 1
     * @param pageSize 1 to 200
     */
    record TargetQuery(
            Optional<AgentId> agent,
            Optional<Integer> wave,
            List<TargetStatus> statuses,
            TargetSort sort,
            int page,
            int pageSize) {
        public TargetQuery {
            statuses = List.copyOf(statuses);
            Pages.check(page, pageSize);
        }
    }
}
