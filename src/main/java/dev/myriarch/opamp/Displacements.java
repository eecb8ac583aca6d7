package dev.myriarch.opamp;

import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells two machines with one instance UID and one host name from one machine that connects again.
 * Two of them displace each other for ever, and both go on speaking. One machine speaks on its new
 * connection only, with sequence numbers that go on, or that begin anew after a restart.
 * Thread-safe and bounded; agents that were not displaced for the longest time are forgotten first.
 */
final class Displacements {
    /** This one within {@link #WINDOW} is not let happen. */
    private static final int TOO_MANY = 4;

    /** As many of them have to go back in the sequence numbers. */
    private static final int BACKWARD = 2;

    private static final Duration WINDOW = Duration.ofSeconds(60);

    /** The heartbeat of a supervisor, with some delay. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(35);

    /** Polls come every 30 seconds, from either machine. */
    private static final Duration POLL_WINDOW = Duration.ofMinutes(10);

    private static final int POLLS_SET_BACK = 3;

    /** Where clients begin to count. */
    private static final long FIRST_SEQUENCE = 1;

    private static final int REMEMBERED = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AgentId, Deque<Displacement>> recent = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<AgentId, Deque<Instant>> setBack = new LinkedHashMap<>(16, 0.75f, true);

    private record Displacement(Instant at, boolean backward) {}

    /**
     * Counts that a connection is about to take the place of {@code older}.
     *
     * @param message the first one of the agent on the newer connection
     * @return true when the newer connection has to be that of another machine
     */
    boolean isClone(AgentSession older, AgentMessage message, Instant now) {
        AgentSession.Heard heard = older.heard();
        boolean silent = heard.at().isBefore(now.minus(HEARTBEAT));
        if (silent || isRestart(message)) {
            return false;
        }
        boolean backward =
                heard.sequence().isPresent()
                        && Long.compareUnsigned(message.sequence(), heard.sequence().getAsLong())
                                <= 0;
        return count(older.id(), new Displacement(now, backward));
    }

    /**
     * Counts a poll whose number is below the one before. A machine that was set back to a snapshot
     * does that once; two machines that poll under one UID do it every other time.
     *
     * @return true when the poll has to be that of another machine
     */
    boolean isPollingClone(AgentSession session, AgentMessage message, Instant now) {
        AgentSession.Heard heard = session.heard();
        if (heard.sequence().isEmpty()
                || isRestart(message)
                || Long.compareUnsigned(message.sequence(), heard.sequence().getAsLong()) >= 0) {
            return false;
        }
        lock.lock();
        try {
            Deque<Instant> known = setBack.computeIfAbsent(session.id(), _ -> new ArrayDeque<>());
            known.removeIf(at -> !now.isBefore(at.plus(POLL_WINDOW)));
            known.addLast(now);
            if (known.size() > POLLS_SET_BACK) {
                known.removeFirst();
            }
            if (setBack.size() > REMEMBERED) {
                setBack.remove(setBack.keySet().iterator().next());
            }
            return known.size() >= POLLS_SET_BACK;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isRestart(AgentMessage message) {
        return Long.compareUnsigned(message.sequence(), FIRST_SEQUENCE) <= 0
                && message.report().description().isPresent();
    }

    private boolean count(AgentId id, Displacement latest) {
        lock.lock();
        try {
            Deque<Displacement> known = recent.computeIfAbsent(id, _ -> new ArrayDeque<>());
            known.removeIf(d -> !latest.at().isBefore(d.at().plus(WINDOW)));
            known.addLast(latest);
            if (known.size() > TOO_MANY) {
                known.removeFirst();
            }
            if (recent.size() > REMEMBERED) {
                recent.remove(recent.keySet().iterator().next());
            }
            // The machine that counts lower is the younger one; the other may connect again.
            return latest.backward()
                    && known.size() >= TOO_MANY
                    && known.stream().filter(Displacement::backward).count() >= BACKWARD;
        } finally {
            lock.unlock();
        }
    }
}
