package dev.myriarch.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Opens sessions outside the pool that neither side keeps for long when the other is silent.
 * Thread-safe.
 */
public final class DedicatedSessions {
    private static final Logger LOG = System.getLogger(DedicatedSessions.class.getName());

    private final Connections connections;
    private final Connections withoutUserTimeout;
    private final Connections withoutKeepalive;

    /**
     * When the server ends the session of a silent client. The TCP settings go into the startup
     * packet; they notice a lost machine or network, but not a process that is stopped on a machine
     * that lives, whose kernel answers the probes.
     *
     * @param idle silence before the first probe; whole seconds
     * @param interval between probes; whole seconds
     * @param count of unanswered probes after which the client counts as gone
     * @param userTimeout bound of unacknowledged data and of unanswered probes; on Linux it takes
     *     the place of {@code count}
     * @param idleSession bound of the time without a statement, whoever answers the probes
     */
    public record Keepalive(
            Duration idle,
            Duration interval,
            int count,
            Duration userTimeout,
            Duration idleSession) {
        public Keepalive {
            if (idle.toSeconds() < 1 || interval.toSeconds() < 1 || count < 1) {
                throw new IllegalArgumentException("keepalives are at least one second and probe");
            }
            if (!userTimeout.isPositive() || !idleSession.isPositive()) {
                throw new IllegalArgumentException("timeouts must be positive");
            }
        }

        Map<String, String> parameters() {
            return Map.of(
                    "tcp_keepalives_idle", Long.toString(idle.toSeconds()),
                    "tcp_keepalives_interval", Long.toString(interval.toSeconds()),
                    "tcp_keepalives_count", Integer.toString(count),
                    "tcp_user_timeout", Long.toString(userTimeout.toMillis()));
        }
    }

    /**
     * @param answerTimeout of the connection and of every statement
     */
    public DedicatedSessions(
            DatabaseUrl url, String applicationName, Duration answerTimeout, Keepalive keepalive) {
        this(url, applicationName, answerTimeout, keepalive.idleSession(), keepalive.parameters());
    }

    DedicatedSessions(
            DatabaseUrl url,
            String applicationName,
            Duration answerTimeout,
            Duration idleTimeout,
            Map<String, String> parameters) {
        connections =
                Connections.strict(url, applicationName, answerTimeout, idleTimeout, parameters);
        Map<String, String> fewer = new TreeMap<>(parameters);
        fewer.remove("tcp_user_timeout");
        withoutUserTimeout =
                Connections.strict(url, applicationName, answerTimeout, idleTimeout, fewer);
        withoutKeepalive =
                Connections.strict(url, applicationName, answerTimeout, idleTimeout, Map.of());
    }

    /**
     * A new session; the caller closes it. A server that knows no user timeout, as on systems
     * without it, is used without one, and so is a pooler that takes no settings at all.
     */
    public DedicatedSession open() {
        try {
            return new DedicatedSession(connections.open());
        } catch (DatabaseException e) {
            if (e.refusesParameter()) {
                return openWithout(
                        withoutUserTimeout,
                        "the database server refuses tcp_user_timeout: it notices a lost replica by"
                                + " its keepalive probes only");
            }
            if (e.refusesStartupOptions()) {
                return openWithout(
                        withoutKeepalive,
                        "a pooler is between this replica and its database: keepalive probes end"
                                + " there, a lost replica is noticed by idle_session_timeout only");
            }
            throw e;
        }
    }

    private static DedicatedSession openWithout(Connections fewer, String warning) {
        DedicatedSession session = new DedicatedSession(fewer.open());
        LOG.log(Level.WARNING, warning);
        return session;
    }
}
