package dev.myriarch.retention;

import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;

/** Removes old data in small steps. Thread-safe. */
public interface RetentionStore {
    /**
     * Removes what is older than {@code before}, in one transaction.
     *
     * @param kept anything but agents, which others have to hear of
     * @param limit rows at most
     * @return rows that were removed; fewer than {@code limit} when nothing is left
     */
    int delete(Kept kept, Instant before, int limit);

    /** Removes agents that are offline since {@code before}, and tells which. */
    List<AgentId> deleteOfflineAgents(Instant before, int limit);

    /**
     * Notes for content that something refers to that it was in use at {@code now}, so that its
     * period begins when the last reference is gone.
     *
     * @param kept content that is referred to
     * @param notedBefore what was noted after that is left alone
     * @return rows that were noted; fewer than {@code limit} when nothing is left
     */
    int noteUse(Kept kept, Instant notedBefore, Instant now, int limit);
}
