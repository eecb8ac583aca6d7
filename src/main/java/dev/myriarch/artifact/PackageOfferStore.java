package dev.myriarch.artifact;

import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The stored offers, at most one for each updater. Thread-safe. */
public interface PackageOfferStore {
    Optional<PackageOffer> find(AgentId updater);

    /**
     * Stores an offer in place of the one that was read, also one with the same content: then the
     * updater shall try again.
     *
     * @param artifact one that is ready
     * @param read empty when there was none
     * @return false when somebody else changed the offer, the artifact is not ready, or the agent
     *     is gone or no updater
     */
    boolean put(
            AgentId updater,
            ArtifactId artifact,
            Optional<UUID> rollout,
            Optional<PackageOffer> read,
            Instant now);

    /** Takes the offer back, if it is still the one that was read. */
    boolean remove(PackageOffer read);
}
