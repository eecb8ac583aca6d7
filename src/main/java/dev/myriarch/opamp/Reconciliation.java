package dev.myriarch.opamp;

import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.util.Optional;

/** What the server owes an agent now. */
sealed interface Reconciliation {
    /** The stored status has to be read again before anything is offered. */
    record ReadAgain() implements Reconciliation {}

    /**
     * @param offer the configuration to send
     * @param lock why a Bridge gets none, when that was not noted yet on this connection
     * @param packages why an updater is sent the package that it is offered
     */
    record Owed(Optional<Offer> offer, Optional<String> lock, Optional<PackageRule.Reason> packages)
            implements Reconciliation {
        static final Owed NOTHING = new Owed(Optional.empty(), Optional.empty());

        Owed(Optional<Offer> offer, Optional<String> lock) {
            this(offer, lock, Optional.empty());
        }

        Owed withPackages(Optional<PackageRule.Reason> reason) {
            return new Owed(offer, lock, reason);
        }
    }

    /**
     * @param staleFor set when the rule for a stale APPLYING made the offer
     */
    record Offer(ConfigHash hash, Optional<Duration> staleFor) {}
}
