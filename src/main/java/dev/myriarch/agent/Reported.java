package dev.myriarch.agent;

import dev.myriarch.base.Value;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * What an agent reported last.
 *
 * @param healthy the top-level flag; empty while nothing was reported
 * @param health the whole tree: {@code {healthy, status, lastError, startTime, statusTime,
 *     components: {name: tree}}}
 * @param healthAt when the health was reported
 * @param effectiveConfig hash of the stored effective configuration
 * @param components what the collector contains
 * @param remoteConfig the last remote configuration status
 * @param proof how the effective configuration compares with an offer
 * @param packages what it said of its packages
 */
public record Reported(
        Optional<Boolean> healthy,
        Optional<Value> health,
        Optional<Instant> healthAt,
        Optional<ConfigHash> effectiveConfig,
        Optional<Instant> effectiveConfigAt,
        Optional<Components> components,
        Optional<RemoteConfig> remoteConfig,
        Optional<ConfigProof> proof,
        Optional<PackageReport> packages) {

    /** What an agent without packages reported whose configuration was not compared. */
    public Reported(
            Optional<Boolean> healthy,
            Optional<Value> health,
            Optional<Instant> healthAt,
            Optional<ConfigHash> effectiveConfig,
            Optional<Instant> effectiveConfigAt,
            Optional<Components> components,
            Optional<RemoteConfig> remoteConfig) {
        this(
                healthy,
                health,
                healthAt,
                effectiveConfig,
                effectiveConfigAt,
                components,
                remoteConfig,
                Optional.empty(),
                Optional.empty());
    }

    /** The comparison of what is reported now with this offer. */
    public Optional<ConfigProof> proofOf(Optional<ConfigHash> offer) {
        return proof.filter(known ->
                offer.filter(known.offer()::equals).isPresent()
                        && effectiveConfig.filter(known.report()::equals).isPresent());
    }

    /**
     * @param reported what the agent calls its component set; says nothing about the content
     * @param set SHA-256 of the stored component set
     */
    public record Components(ConfigHash reported, ConfigHash set) {}

    /**
     * @param hash the configuration that the status is about; empty when the agent names none
     * @param error the agent's message, empty when there is none
     * @param at when this status was stored
     */
    public record RemoteConfig(
            Optional<ConfigHash> hash, RemoteConfigStatus status, String error, Instant at) {}
}
