package dev.myriarch.opamp;

import java.util.Optional;

/**
 * What the events of an agent say about its health, as far as a connection knows.
 *
 * @param healthy the last flag of a running collector; empty while there was none
 * @param seenWell the collector reported on this connection that it is well, and did not stop since
 */
record HealthTold(Optional<Boolean> healthy, boolean seenWell) {
    /** At the start of a connection. */
    static HealthTold of(KnownAgent agent) {
        return new HealthTold(agent.contents().healthy(), false);
    }

    HealthTold stopping() {
        return new HealthTold(healthy, false);
    }

    HealthTold reported(boolean well) {
        return new HealthTold(Optional.of(well), well);
    }

    /** Whether somebody should hear of a report; a first one is no news. */
    boolean isNews(HealthPhase phase, boolean well) {
        return switch (phase) {
            case RUNNING -> healthy.filter(before -> before != well).isPresent();
            // A collector that ran, was not stopped, and starts again: nobody asked it to.
            case STARTING -> seenWell;
            case STOPPING -> false;
        };
    }
}
