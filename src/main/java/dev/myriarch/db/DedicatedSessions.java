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

    /**
     * When the server ends the session of a silent client; in the startup packet.
     *
     * @param idle silence before the first probe; whole seconds
     * @param interval between probes; whole seconds
     * @param count of unanswered probes after which the client counts as gone
     * @param userTimeout bound of unacknowledged data and of unanswered probes; on Linux it takes
     *     the place of {@code count}
     */
    public record Keepalive(Duration idle, Duration interval, int count, Duration userTimeout) {
        public Keepalive {
            if (idle.toSeconds() < 1 || interval.toSeconds() < 1 || count < 1) {
                throw new IllegalArgumentException("keepalives are at least one second and probe");
            }
            if (!userTimeout.isPositive()) {
                throw new IllegalArgumentException("userTimeout must be positive");
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
        this(url, applicationName, answerTimeout, keepalive.parameters());
    }

    DedicatedSessions(
            DatabaseUrl url,
            String applicationName,
            Duration answerTimeout,
            Map<String, String> parameters) {
        connections = Connections.strict(url, applicationName, answerTimeout, parameters);
        Map<String, String> fewer = new TreeMap<>(parameters);
        fewer.remove("tcp_user_timeout");
        withoutUserTimeout = Connections.strict(url, applicationName, answerTimeout, fewer);
    }

    /**
     * A new session; the caller closes it. A server that knows no user timeout, as on systems
     * without it, is used without one.
     */
    public DedicatedSession open() {
        try {
            return new DedicatedSession(connections.open());
        } catch (DatabaseException e) {
            if (!e.refusesParameter()) {
                throw e;
            }
            DedicatedSession session = new DedicatedSession(withoutUserTimeout.open());
            LOG.log(
                    Level.WARNING,
                    "the database server refuses tcp_user_timeout: it notices a lost replica by its"
                            + " keepalive probes only");
            return session;
        }
    }
}
