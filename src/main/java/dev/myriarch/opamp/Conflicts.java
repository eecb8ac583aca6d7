package dev.myriarch.opamp;

import dev.myriarch.agent.AgentStore;
import dev.myriarch.domain.AgentId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Tells what came of claims on an instance UID that were turned away. Thread-safe. */
final class Conflicts {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    /** Nobody claimed it any more, so there is nothing to look at. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    private final RecentConflicts recent = new RecentConflicts();
    private final AgentStore store;
    private final ChangeWriter writer;

    Conflicts(AgentStore store, ChangeWriter writer) {
        this.store = store;
        this.writer = writer;
    }

    /** Counts a claim; at most once a minute it is stored, and less often it is an event. */
    void add(AgentId id, Peer peer, String text, Instant now) {
        RecentConflicts.News news = recent.add(id, now);
        if (news.claims() == 0) {
            return;
        }
        boolean recorded = false;
        try {
            // No hit: the UID belongs to a row that was deleted meanwhile.
            boolean known = store.recordConflict(id, news.claims(), text, now);
            if (news.event() && known) {
                tell(id, peer, text, now);
            }
            recorded = true;
        } finally {
            if (!recorded) {
                recent.forget(id);
            }
        }
    }

    private void tell(AgentId id, Peer peer, String text, Instant now) {
        LOG.log(Level.WARNING, "agent {0}: identity conflict, {1}", id, text);
        writer.refused(
                id,
                now,
                peer.actor(),
                "agent.identity_conflict",
                Map.of("reason", text, "remoteAddress", peer.remoteAddress()));
        writer.event(
                id,
                now,
                "identity_conflict",
                "warning",
                text,
                Map.of("remoteAddress", peer.remoteAddress()));
    }

    /** Leader: forgets conflicts that are over; returns whose they were. */
    List<AgentId> expire(Instant now) {
        return store.forgetConflicts(now.minus(FORGOTTEN_AFTER));
    }
}
