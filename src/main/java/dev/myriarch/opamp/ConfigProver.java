package dev.myriarch.opamp;

import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Checks an agent that says it applied the configuration: what it reports has to be what it was
 * offered. Once for each pair of the two. Thread-safe.
 */
final class ConfigProver {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    private final OpampPorts.Inventory inventory;
    private final SecretRedactor redactor;
    private final ChangeWriter writer;
    private final OpampMetrics metrics;

    ConfigProver(
            OpampPorts.Inventory inventory,
            SecretRedactor redactor,
            ChangeWriter writer,
            OpampMetrics metrics) {
        this.inventory = inventory;
        this.redactor = redactor;
        this.writer = writer;
        this.metrics = metrics;
    }

    /**
     * Compares when something new is to be compared; true when it was. A comparison that fails does
     * not fail the message. The caller has the turn.
     */
    boolean prove(AgentSession session, Instant now) {
        KnownAgent agent = session.state().agent();
        Optional<ConfigHash> report = agent.uncompared();
        if (report.isEmpty()) {
            return false;
        }
        ConfigHash offer = agent.wanted().desired().orElseThrow();
        try {
            Optional<ConfigProof> proof = compare(offer, report.get());
            compared(session, offer, report.get(), proof.map(ConfigProof::result));
            if (proof.isEmpty() || !inventory.store().storeProof(session.id(), proof.get())) {
                return false;
            }
            metrics.compared(proof.get().result().text());
            tell(session.id(), agent, proof.get(), now);
            return true;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "agent " + session.id() + ": the comparison failed", e);
            compared(session, offer, report.get(), Optional.empty());
            return false;
        }
    }

    /** Empty when one of them is gone. */
    private Optional<ConfigProof> compare(ConfigHash offer, ConfigHash report) {
        Optional<byte[]> offered = inventory.rendered().find(offer);
        Optional<AgentStore.StoredConfig> reported = inventory.store().effectiveConfig(report);
        if (offered.isEmpty() || reported.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                RunningConfig.compare(
                        offer,
                        new String(offered.get(), StandardCharsets.UTF_8),
                        report,
                        new String(reported.get().body(), StandardCharsets.UTF_8),
                        redactor));
    }

    /** Heartbeats do not compare again; the next refresh of the session looks whether it is so. */
    private static void compared(
            AgentSession session,
            ConfigHash offer,
            ConfigHash report,
            Optional<ConfigProof.Result> result) {
        KnownAgent agent = session.state().agent();
        session.state(
                session.state()
                        .withAgent(
                                agent.withContents(
                                        agent.contents()
                                                .withCompared(
                                                        new KnownAgent.Compared(
                                                                offer,
                                                                report,
                                                                result.orElse(
                                                                        ConfigProof.Result
                                                                                .UNKNOWN))))));
    }

    /** A difference is told once for each offer, however often the agent reports it. */
    private void tell(AgentId id, KnownAgent agent, ConfigProof proof, Instant now) {
        boolean told =
                agent.contents()
                        .compared()
                        .filter(before -> before.offer().equals(proof.offer()))
                        .filter(before -> before.result() == ConfigProof.Result.DIFFERS)
                        .isPresent();
        if (proof.result() != ConfigProof.Result.DIFFERS || told) {
            return;
        }
        ConfigProof.Difference first = proof.differences().getFirst();
        writer.event(
                id,
                now,
                "config_differs",
                "warning",
                "runs another configuration than it says: "
                        + first.path()
                        + (proof.differences().size() > 1
                                ? " and %d more".formatted(proof.differences().size() - 1)
                                : ""),
                Map.of(
                        "hash", proof.offer().hex(),
                        "path", first.path(),
                        "offered", first.offered(),
                        "reported", first.reported()));
    }
}
