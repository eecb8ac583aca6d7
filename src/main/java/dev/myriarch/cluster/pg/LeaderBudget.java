package dev.myriarch.cluster.pg;

import dev.myriarch.db.DedicatedSessions;
import java.time.Duration;

/**
 * How the time between the hard loss of a leader and its successor is shared out (server-behaviour:
 * Leader election). The leader gives up before the server can free the lock, and the server frees
 * it early enough for a candidate to take it within the timeout.
 *
 * @param sessionTimeout the whole budget, 10 seconds to 10 minutes
 */
public record LeaderBudget(Duration sessionTimeout) {
    /** A pause of a candidate may be this much longer. */
    private static final double JITTER = 1.2;

    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    public LeaderBudget {
        if (sessionTimeout.compareTo(Duration.ofSeconds(10)) < 0
                || sessionTimeout.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new IllegalArgumentException("the timeout must be 10 seconds to 10 minutes");
        }
    }

    /** Pause of a candidate between two tries, to be varied by 20 percent. */
    public Duration retry() {
        Duration sixth = sessionTimeout.dividedBy(6);
        return sixth.compareTo(LONGEST_RETRY) < 0 ? sixth : LONGEST_RETRY;
    }

    /** Whole seconds within which the server must end a silent session. */
    Duration serverDrop() {
        long retry = (long) Math.ceil(retry().toNanos() * JITTER);
        Duration rest = sessionTimeout.minusNanos(retry).minus(sessionTimeout.dividedBy(20));
        return Duration.ofSeconds(rest.toSeconds());
    }

    /** Whole seconds between two probes of the server. */
    Duration probe() {
        return Duration.ofSeconds(Math.max(1, serverDrop().toSeconds() / 6));
    }

    public DedicatedSessions.Keepalive keepalive() {
        int probes = Math.toIntExact(serverDrop().toSeconds() / probe().toSeconds());
        Duration silence = serverDrop().minus(probe());
        return new DedicatedSessions.Keepalive(probe(), probe(), probes - 1, silence, silence);
    }

    /**
     * How long a new leader waits for the last commit of its predecessor before it ends that
     * session. Twice, it is the part of the budget that is left for the acquisition.
     */
    Duration claimPatience() {
        return sessionTimeout.dividedBy(40);
    }

    /** From one question of the leader to the next. */
    public Duration pingInterval() {
        return sessionTimeout.dividedBy(6);
    }

    /** How long an answer may take. */
    public Duration pingTimeout() {
        return sessionTimeout.dividedBy(3);
    }

    /** How long a leader leads without an answer. */
    public Duration lease() {
        return sessionTimeout.dividedBy(2);
    }
}
