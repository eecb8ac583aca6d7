package dev.myriarch.opamp;

import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.util.Optional;

/** What the server owes an agent now. Package offers and commands will be further components. */
sealed interface Reconciliation {
    /** The stored status has to be read again before anything is offered. */
    record ReadAgain() implements Reconciliation {}

    /**
     * @param offer the configuration to send
     * @param lock why a Bridge gets none, when that was not noted yet on this connection
     */
    record Owed(Optional<Offer> offer, Optional<String> lock) implements Reconciliation {
        static final Owed NOTHING = new Owed(Optional.empty(), Optional.empty());
    }

    /**
     * @param staleFor set when the rule for a stale APPLYING made the offer
     */
    record Offer(ConfigHash hash, Optional<Duration> staleFor) {}
}
