package dev.myriarch.agent;

import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;

/** The stored links of updaters and collectors. Thread-safe. */
public interface UpdaterLinkStore {
    /** Updaters that one collector can have; more that name it are not looked at. */
    int MAX_UPDATERS = 20;

    /**
     * Stores what follows for an updater, if neither side changed since they were read.
     *
     * @param updater as it was read
     * @return false when one of them did, or nothing is to be stored any more: read again
     */
    boolean store(Agent updater, UpdaterLink.Verdict verdict, Instant now);

    /** Updaters that name this collector, linked or not. */
    List<AgentId> updatersNaming(AgentId collector);
}
