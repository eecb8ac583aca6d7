package dev.myriarch.opamp;

import java.util.Optional;

/**
 * What is watched of the collector behind an agent.
 *
 * @param told what was told about its health
 * @param restart a restart command that was sent, while its end is waited for
 */
record CollectorWatch(HealthTold told, Optional<RestartWatch> restart) {
    /** At the start of a connection. */
    static CollectorWatch of(KnownAgent agent) {
        return new CollectorWatch(HealthTold.of(agent), Optional.empty());
    }

    CollectorWatch withTold(HealthTold next) {
        return new CollectorWatch(next, restart);
    }

    CollectorWatch withRestart(Optional<RestartWatch> next) {
        return new CollectorWatch(told, next);
    }
}
