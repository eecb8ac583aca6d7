package dev.myriarch.opamp;

import dev.myriarch.domain.AgentKind;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reconciles a session and fills the answer with what is owed. Thread-safe. */
final class AnswerBuilder {
    private static final Logger LOG = System.getLogger("dev.myriarch.opamp");

    private final OpampPorts.Inventory inventory;
    private final ChangeWriter writer;
    private final Duration staleApplyingAfter;
    private final OpampMetrics metrics;
    private final PackageOffering packages;

    AnswerBuilder(
            OpampPorts.Inventory inventory,
            ChangeWriter writer,
            PackageOffering packages,
            Duration staleApplyingAfter,
            OpampMetrics metrics) {
        this.packages = packages;
        this.metrics = metrics;
        this.inventory = inventory;
        this.writer = writer;
        this.staleApplyingAfter = staleApplyingAfter;
    }

    /**
     * Adds what the agent is owed. The caller has the turn.
     *
     * @param fresh the stored agent was just read
     */
    void reconcile(AgentSession session, boolean fresh, Instant now, ServerToAgent.Builder answer) {
        SessionState state = session.state();
        switch (Reconciler.decide(state, view(bridgeManaged(state.agent()), fresh, now))) {
            case Reconciliation.ReadAgain _ -> {
                session.state(
                        packages.read(state.refreshed(inventory.store().find(session.id()), now)));
                // Fresh now, so this ends after one more round.
                reconcile(session, true, now, answer);
            }
            case Reconciliation.Owed(var offer, var lock, var due) -> {
                lock.ifPresent(reason -> noteLock(session, reason, now));
                offer.ifPresent(config -> offer(session, config, now, answer));
                due.ifPresent(reason -> packages.send(session, reason, now, answer));
            }
        }
    }

    private Reconciler.View view(boolean bridgeManaged, boolean fresh, Instant now) {
        return new Reconciler.View(
                bridgeManaged, fresh, staleApplyingAfter, packages.tokenLifetime(), now);
    }

    /**
     * Whether {@link #reconcile} comes to nothing, as far as that can be told from the session
     * alone. The fleet of a Bridge has to be asked for.
     */
    boolean owesNothing(SessionState state, Instant now) {
        if (needsFleet(state.agent())) {
            return false;
        }
        return Reconciler.decide(state, view(false, false, now))
                .equals(Reconciliation.Owed.NOTHING);
    }

    private void offer(
            AgentSession session,
            Reconciliation.Offer offer,
            Instant now,
            ServerToAgent.Builder answer) {
        // Without a body it counts as sent, so that the next heartbeats do not ask again.
        session.state(
                session.state()
                        .withOffers(
                                session.state()
                                        .offers()
                                        .withOffer(
                                                offer.hash(), now, offer.staleFor().isPresent())));
        Optional<byte[]> body = inventory.rendered().find(offer.hash());
        if (body.isEmpty() || body.get().length == 0) {
            LOG.log(
                    Level.WARNING,
                    "agent {0}: the desired configuration {1} is not stored; not offered",
                    session.id(),
                    offer.hash());
            return;
        }
        metrics.offered(offer.staleFor().isPresent());
        answer.setRemoteConfig(Answers.remoteConfig(offer.hash(), body.get()));
        Map<String, String> details = new LinkedHashMap<>();
        details.put("hash", offer.hash().hex());
        offer.staleFor()
                .ifPresent(applying -> {
                    details.put("reason", "stale_applying");
                    details.put("applyingSeconds", String.valueOf(applying.toSeconds()));
                    LOG.log(
                            Level.INFO,
                            "agent {0}: APPLYING for {1} s, offered {2} again",
                            session.id(),
                            applying.toSeconds(),
                            offer.hash());
                });
        writer.event(
                session.id(),
                now,
                "config_offered",
                offer.staleFor().isPresent() ? "warning" : "info",
                offer.staleFor().isPresent()
                        ? "offered the configuration again, because applying it does not end"
                        : "offered the configuration",
                details);
    }

    private void noteLock(AgentSession session, String reason, Instant now) {
        SessionState state = session.state();
        Map<String, String> details = Map.of("action", "offer_config", "reason", reason);
        writer.refused(session.id(), now, "system", "agent.bridge_held_back", details);
        writer.event(
                session.id(),
                now,
                "bridge_locked",
                "warning",
                "held back the configuration: " + reason,
                details);
        session.state(
                state.withOffers(
                        state.offers()
                                .withNotedLock(
                                        Optional.of(Reconciler.noteKey(state.agent(), reason)))));
    }

    private static boolean needsFleet(KnownAgent agent) {
        return agent.kind() == AgentKind.BRIDGE && agent.wanted().fleet().isPresent();
    }

    private boolean bridgeManaged(KnownAgent agent) {
        if (!needsFleet(agent)) {
            return false;
        }
        try {
            return inventory.bridges().manages(agent.wanted().fleet().orElseThrow());
        } catch (RuntimeException unreadable) {
            LOG.log(Level.WARNING, "the fleet of a Bridge cannot be read; it stays locked");
            return false;
        }
    }
}
