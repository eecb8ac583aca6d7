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
                // Fresh now, so this ends after one more round.
                if (readAgain(session, now)) {
                    reconcile(session, true, now, answer);
                }
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

    /** False when that failed: then nothing is offered, and the next answer tries again. */
    private boolean readAgain(AgentSession session, Instant now) {
        try {
            SessionState read =
                    session.state().refreshed(inventory.store().find(session.id()), now);
            session.state(packages.read(read));
            return true;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "agent " + session.id() + ": not read again, not offered", e);
            return false;
        }
    }

    /** What fails on the way is not sent, and is owed with the next answer. */
    private void offer(
            AgentSession session,
            Reconciliation.Offer offer,
            Instant now,
            ServerToAgent.Builder answer) {
        Optional<byte[]> body =
                inventory.rendered().find(offer.hash()).filter(bytes -> bytes.length > 0);
        boolean stale = offer.staleFor().isPresent();
        if (body.isPresent()) {
            tell(session, offer, now);
            metrics.offered(stale);
            answer.setRemoteConfig(Answers.remoteConfig(offer.hash(), body.get()));
        } else {
            LOG.log(
                    Level.WARNING,
                    "agent {0}: the desired configuration {1} is not stored; not offered",
                    session.id(),
                    offer.hash());
        }
        // Without a body it counts as sent, so that the next heartbeats do not ask again.
        SessionState state = session.state();
        session.state(
                state.withOffers(
                        state.offers().withOffer(offer.hash(), now, stale && body.isPresent())));
    }

    private void tell(AgentSession session, Reconciliation.Offer offer, Instant now) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("hash", offer.hash().hex());
        offer.staleFor()
                .ifPresent(applying -> {
                    details.put("reason", "stale_applying");
                    // Nobody asked for it, unlike the offer after a resync.
                    details.put("resync", "false");
                    details.put("applyingSeconds", String.valueOf(applying.toSeconds()));
                    LOG.log(
                            Level.INFO,
                            "agent {0}: APPLYING for {1} s, offered {2} again",
                            session.id(),
                            applying.toSeconds(),
                            offer.hash());
                });
        boolean stale = offer.staleFor().isPresent();
        writer.event(
                session.id(),
                now,
                "config_offered",
                stale ? "warning" : "info",
                stale
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
