package dev.myriarch.opamp;

import dev.myriarch.agent.AgentStore;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * When agents were heard last, kept in memory and written in batches. Thread-safe; holds at most
 * one entry for each agent that has a session.
 */
final class LastSeen {
    private final Map<AgentId, Instant> pending = new ConcurrentHashMap<>();

    void heard(AgentId id, Instant now) {
        pending.merge(id, now, LastSeen::later);
    }

    /** Writes everything in one statement; what could not be written waits for the next time. */
    void flush(AgentStore store) {
        Map<AgentId, Instant> batch = new HashMap<>();
        for (AgentId id : List.copyOf(pending.keySet())) {
            Instant at = pending.remove(id);
            if (at != null) {
                batch.put(id, at);
            }
        }
        write(store, batch);
    }

    /**
     * Writes one agent, whose session ends.
     *
     * @param writer is given when it was heard, when that is not written yet
     */
    boolean write(AgentId id, Predicate<Optional<Instant>> writer) {
        Optional<Instant> at = Optional.ofNullable(pending.remove(id));
        boolean done = false;
        try {
            boolean written = writer.test(at);
            done = true;
            return written;
        } finally {
            if (!done) {
                at.ifPresent(heard -> heard(id, heard));
            }
        }
    }

    private void write(AgentStore store, Map<AgentId, Instant> batch) {
        if (batch.isEmpty()) {
            return;
        }
        boolean written = false;
        try {
            store.touchLastSeen(batch);
            written = true;
        } finally {
            if (!written) {
                batch.forEach((id, at) -> pending.merge(id, at, LastSeen::later));
            }
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
