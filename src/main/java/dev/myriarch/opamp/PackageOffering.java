package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.base.Brand;
import dev.myriarch.base.Sha256;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.opamp.proto.DownloadableFile;
import dev.myriarch.opamp.proto.Header;
import dev.myriarch.opamp.proto.Headers;
import dev.myriarch.opamp.proto.PackageAvailable;
import dev.myriarch.opamp.proto.PackageType;
import dev.myriarch.opamp.proto.PackagesAvailable;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Reads what updaters are offered, and puts it into answers. Thread-safe. */
final class PackageOffering {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    /** The only package that an updater takes. */
    private static final String NAME = "";

    private final OpampPorts.Packages ports;
    private final AgentStore agents;
    private final ChangeWriter writer;
    private final OpampMetrics metrics;

    PackageOffering(
            OpampPorts.Packages ports,
            AgentStore agents,
            ChangeWriter writer,
            OpampMetrics metrics) {
        this.ports = ports;
        this.agents = agents;
        this.writer = writer;
        this.metrics = metrics;
    }

    Duration tokenLifetime() {
        return ports.tokens().lifetime();
    }

    /** The state of a session whose agent was just read, with the offer if it is an updater. */
    SessionState read(SessionState state) {
        return state.agent().kind() == AgentKind.UPDATER
                ? state.withAgent(state.agent().withPackages(ports.offers().find(state.id())))
                : state;
    }

    /**
     * Adds the offer to an answer; what fails on the way is owed with the next one. The caller has
     * the turn.
     */
    void send(
            AgentSession session,
            PackageRule.Reason reason,
            Instant now,
            ServerToAgent.Builder answer) {
        Optional<PackageOffer> wanted = session.state().agent().wanted().packages();
        if (wanted.isEmpty()) {
            return;
        }
        PackageOffer offer = wanted.get();
        Optional<Agent> updater = agents.find(session.id());
        Optional<ByteString> signature = signature(offer.content());
        if (updater.isEmpty() || signature.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "agent {0}: the bundle of artifact {1} is another one by now; not offered",
                    session.id(),
                    offer.content().artifact());
            session.wantRefresh();
            sent(session, offer, now);
            return;
        }
        PackagesAvailable packages = packages(offer, updater.get(), signature.get(), now);
        tell(session, reason, offer, now);
        answer.setPackagesAvailable(packages);
        sent(session, offer, now);
    }

    /** Without its parts it counts as sent, so that the next heartbeats do not ask again. */
    private static void sent(AgentSession session, PackageOffer offer, Instant now) {
        SessionState state = session.state();
        session.state(
                state.withOffers(state.offers().withPackages(PackageRule.Sent.of(offer, now))));
    }

    private void tell(
            AgentSession session, PackageRule.Reason reason, PackageOffer offer, Instant now) {
        metrics.packagesOffered(reason.text());
        writer.event(
                session.id(),
                now,
                "package_offered",
                "info",
                text(reason) + " " + offer.content().version(),
                Map.of(
                        "version",
                        offer.content().version().toString(),
                        "artifact",
                        offer.content().artifact().toString(),
                        "reason",
                        reason.text()));
    }

    private static String text(PackageRule.Reason reason) {
        return switch (reason) {
            case NEW -> "offered the version";
            case RETRY -> "offered once more, after it failed, the version";
            case TOKEN -> "offered again, with a fresh download token, the version";
        };
    }

    /** The bundle, if it still is the one of the offer; nothing for an archive without one. */
    private Optional<ByteString> signature(PackageOffer.Content content) {
        if (content.bundleSha256().isEmpty()) {
            return Optional.of(ByteString.EMPTY);
        }
        return ports.bundles()
                .find(content.artifact())
                .filter(bundle -> Sha256.hex(bundle).equals(content.bundleSha256().get()))
                .map(ByteString::copyFrom);
    }

    private PackagesAvailable packages(
            PackageOffer offer, Agent updater, ByteString signature, Instant now) {
        PackageOffer.Content content = offer.content();
        String token = ports.tokens().mint(offer.updater(), content.artifact(), now).reveal();
        DownloadableFile file =
                DownloadableFile.newBuilder()
                        .setDownloadUrl(
                                ports.addresses()
                                        .of(
                                                endpoint(updater),
                                                content.artifact(),
                                                content.fileName()))
                        .setContentHash(
                                ByteString.copyFrom(HexFormat.of().parseHex(content.sha256())))
                        .setSignature(signature)
                        .setHeaders(
                                Headers.newBuilder()
                                        .addHeaders(
                                                Header.newBuilder()
                                                        .setKey("Authorization")
                                                        .setValue("Bearer " + token)))
                        .build();
        return PackagesAvailable.newBuilder()
                .putPackages(
                        NAME,
                        PackageAvailable.newBuilder()
                                .setType(PackageType.PackageType_TopLevel)
                                .setVersion("v" + content.version())
                                .setFile(file)
                                .setHash(ByteString.copyFrom(content.packageHash().toBytes()))
                                .build())
                .setAllPackagesHash(ByteString.copyFrom(content.allPackagesHash().toBytes()))
                .build();
    }

    private static String endpoint(Agent updater) {
        return updater.description()
                .nonIdentifying()
                .getOrDefault(Brand.SERVER_ENDPOINT_ATTRIBUTE, "");
    }
}
