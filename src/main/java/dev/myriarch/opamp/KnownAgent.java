package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import java.util.Optional;

/**
 * What a session knows of the stored agent, so that a heartbeat asks the database nothing.
 *
 * @param stored false until a description created the row
 * @param capabilities as stored
 * @param remoteConfig status as stored
 * @param upkeep what operators asked, as stored
 */
record KnownAgent(
        boolean stored,
        AgentKind kind,
        long capabilities,
        DescriptionSummary description,
        Wanted wanted,
        Optional<Reported.RemoteConfig> remoteConfig,
        Contents contents,
        Upkeep upkeep) {

    /**
     * What the server wants of the agent.
     *
     * @param packages what an updater is offered
     */
    record Wanted(
            Optional<String> fleet,
            Optional<ConfigHash> desired,
            Optional<ConfigHash> failed,
            Optional<PackageOffer> packages) {
        static final Wanted NOTHING =
                new Wanted(Optional.empty(), Optional.empty(), Optional.empty());

        Wanted(Optional<String> fleet, Optional<ConfigHash> desired, Optional<ConfigHash> failed) {
            this(fleet, desired, failed, Optional.empty());
        }

        boolean isFailed(ConfigHash hash) {
            return failed.filter(hash::equals).isPresent();
        }
    }

    /**
     * Hashes of what is stored.
     *
     * @param healthPrint hash of the health tree; empty when this session stored none yet
     * @param components what the agent calls its component set
     * @param compared the last comparison of an effective configuration with an offer
     * @param packages as stored
     */
    record Contents(
            Optional<Boolean> healthy,
            Optional<String> healthPrint,
            Optional<ConfigHash> effectiveConfig,
            Optional<ConfigHash> components,
            Optional<Compared> compared,
            Optional<PackageReport> packages) {
        static final Contents NOTHING =
                new Contents(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        Contents withHealth(boolean isHealthy, String print) {
            return new Contents(
                    Optional.of(isHealthy),
                    Optional.of(print),
                    effectiveConfig,
                    components,
                    compared,
                    packages);
        }

        Contents withEffectiveConfig(Optional<ConfigHash> hash) {
            return new Contents(healthy, healthPrint, hash, components, compared, packages);
        }

        Contents withComponents(ConfigHash set) {
            return new Contents(
                    healthy, healthPrint, effectiveConfig, Optional.of(set), compared, packages);
        }

        Contents withCompared(Compared pair) {
            return new Contents(
                    healthy, healthPrint, effectiveConfig, components, Optional.of(pair), packages);
        }

        Contents withPackages(PackageReport report) {
            return new Contents(
                    healthy,
                    healthPrint,
                    effectiveConfig,
                    components,
                    compared,
                    Optional.of(report));
        }
    }

    /** An offer and a report whose comparison is stored. */
    record Compared(ConfigHash offer, ConfigHash report, ConfigProof.Result result) {}

    /** The report that has to be compared with the offer that the agent says it runs. */
    Optional<ConfigHash> uncompared() {
        Optional<ConfigHash> applied =
                remoteConfig
                        .filter(s -> s.status() == RemoteConfigStatus.APPLIED)
                        .flatMap(Reported.RemoteConfig::hash);
        if (kind != AgentKind.COLLECTOR
                || applied.isEmpty()
                || !applied.equals(wanted.desired())
                || contents.effectiveConfig().isEmpty()) {
            return Optional.empty();
        }
        ConfigHash report = contents.effectiveConfig().get();
        return contents.compared()
                        .filter(pair ->
                                pair.offer().equals(applied.get()) && pair.report().equals(report))
                        .isPresent()
                ? Optional.empty()
                : Optional.of(report);
    }

    static KnownAgent unknown() {
        return new KnownAgent(
                false,
                AgentKind.UNKNOWN,
                0,
                DescriptionSummary.NONE,
                Wanted.NOTHING,
                Optional.empty(),
                Contents.NOTHING,
                Upkeep.NONE);
    }

    static KnownAgent of(Agent agent) {
        return new KnownAgent(
                true,
                agent.kind(),
                agent.description().capabilities(),
                DescriptionSummary.of(
                        agent.description().identifying(), agent.description().nonIdentifying()),
                new Wanted(
                        agent.assignment().fleet(),
                        agent.assignment().desired(),
                        agent.assignment().failed()),
                agent.reported().remoteConfig(),
                new Contents(
                        agent.reported().healthy(),
                        agent.reported().health().map(HealthPrint::of),
                        agent.reported().effectiveConfig(),
                        agent.reported().components().map(Reported.Components::reported),
                        agent.reported()
                                .proof()
                                .map(proof ->
                                        new Compared(
                                                proof.offer(), proof.report(), proof.result())),
                        agent.reported().packages()),
                agent.upkeep());
    }

    KnownAgent withDescription(
            AgentKind newKind, DescriptionSummary summary, long newCapabilities) {
        Contents kept =
                newKind == AgentKind.BRIDGE
                        ? contents.withEffectiveConfig(Optional.empty())
                        : contents;
        return new KnownAgent(
                true, newKind, newCapabilities, summary, wanted, remoteConfig, kept, upkeep);
    }

    KnownAgent withCapabilities(long newCapabilities) {
        return new KnownAgent(
                stored, kind, newCapabilities, description, wanted, remoteConfig, contents, upkeep);
    }

    KnownAgent withWanted(Wanted now) {
        return new KnownAgent(
                stored, kind, capabilities, description, now, remoteConfig, contents, upkeep);
    }

    KnownAgent withFailed(ConfigHash hash) {
        return with(
                new Wanted(wanted.fleet(), wanted.desired(), Optional.of(hash), wanted.packages()));
    }

    KnownAgent withPackages(Optional<PackageOffer> offer) {
        return with(new Wanted(wanted.fleet(), wanted.desired(), wanted.failed(), offer));
    }

    private KnownAgent with(Wanted newWanted) {
        return new KnownAgent(
                stored, kind, capabilities, description, newWanted, remoteConfig, contents, upkeep);
    }

    KnownAgent withRemoteConfig(Reported.RemoteConfig status) {
        return new KnownAgent(
                stored,
                kind,
                capabilities,
                description,
                wanted,
                Optional.of(status),
                contents,
                upkeep);
    }

    KnownAgent withContents(Contents newContents) {
        return new KnownAgent(
                stored, kind, capabilities, description, wanted, remoteConfig, newContents, upkeep);
    }

    KnownAgent withoutRestart() {
        return with(new Upkeep(Optional.empty(), upkeep.resyncRequested(), upkeep.conflict()));
    }

    KnownAgent withoutResync() {
        return with(new Upkeep(upkeep.restartRequested(), Optional.empty(), upkeep.conflict()));
    }

    private KnownAgent with(Upkeep newUpkeep) {
        return new KnownAgent(
                stored, kind, capabilities, description, wanted, remoteConfig, contents, newUpkeep);
    }

    boolean acceptsRemoteConfig() {
        return Capabilities.has(capabilities, Capabilities.ACCEPTS_REMOTE_CONFIG);
    }
}
