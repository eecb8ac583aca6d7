package dev.myriarch.domain;

import java.util.Locale;

/**
 * Why an agent is offline; only {@code AGENT} and {@code NETWORK} say something about the agent.
 */
public enum DisconnectCause {
    /** The agent said good-bye, or closed its connection. */
    AGENT,
    /** The connection broke, or nothing was heard for too long. */
    NETWORK,
    /** The replica that held the connection was stopped. */
    REPLICA_STOPPED,
    /** The replica that held the connection is gone. */
    REPLICA_LOST;

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static DisconnectCause of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
