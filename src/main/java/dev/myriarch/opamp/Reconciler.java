package dev.myriarch.opamp;

import dev.myriarch.agent.Reported;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Compares what is wanted with what is reported. Every offer goes through here: first message,
 * heartbeat, push, reconnect.
 */
final class Reconciler {
    private Reconciler() {}

    /**
     * What the decision needs besides the session.
     *
     * @param bridgeManaged the fleet opts in to configure a Bridge; false when that is not known
     * @param fresh the stored agent was read for this very decision
     * @param staleApplyingAfter zero: the rule is off
     * @param tokenLifetime of download tokens; zero: without an end
     */
    record View(
            boolean bridgeManaged,
            boolean fresh,
            Duration staleApplyingAfter,
            Duration tokenLifetime,
            Instant now) {
        View(boolean bridgeManaged, boolean fresh, Duration staleApplyingAfter, Instant now) {
            this(bridgeManaged, fresh, staleApplyingAfter, Duration.ZERO, now);
        }
    }

    static Reconciliation decide(SessionState state, View view) {
        KnownAgent agent = state.agent();
        if (!agent.stored()) {
            return Reconciliation.Owed.NOTHING;
        }
        Optional<PackageRule.Reason> packages =
                PackageRule.due(state, view.tokenLifetime(), view.now());
        // Another replica may have heard of this offer already.
        if (packages.isPresent() && state.transport() == Transport.HTTP && !view.fresh()) {
            return new Reconciliation.ReadAgain();
        }
        return switch (config(state, view)) {
            case Reconciliation.ReadAgain again -> again;
            case Reconciliation.Owed owed -> owed.withPackages(packages);
        };
    }

    private static Reconciliation config(SessionState state, View view) {
        KnownAgent agent = state.agent();
        Optional<String> lock = bridgeLock(agent, view);
        if (lock.isPresent()) {
            Optional<String> note = Optional.of(noteKey(agent, lock.get()));
            return state.offers().notedLock().equals(note)
                    ? Reconciliation.Owed.NOTHING
                    : new Reconciliation.Owed(Optional.empty(), lock);
        }
        Optional<ConfigHash> desired = agent.wanted().desired();
        if (desired.isEmpty()
                || !agent.acceptsRemoteConfig()
                || agent.wanted().isFailed(desired.get())
                || !state.offers().mayOffer(desired.get(), view.now())) {
            return Reconciliation.Owed.NOTHING;
        }
        return offer(state, desired.get(), view);
    }

    private static Reconciliation offer(SessionState state, ConfigHash desired, View view) {
        Optional<Reported.RemoteConfig> about =
                state.agent()
                        .remoteConfig()
                        .filter(s -> s.hash().filter(desired::equals).isPresent());
        if (about.isEmpty()) {
            return offered(desired, Optional.empty());
        }
        return switch (about.get().status()) {
            case APPLIED -> Reconciliation.Owed.NOTHING;
            // FAILED is not marked any more, so somebody wants another try.
            case FAILED, UNSET -> offered(desired, Optional.empty());
            case APPLYING -> {
                Optional<Duration> due =
                        StaleApplying.due(state, desired, view.staleApplyingAfter(), view.now());
                if (due.isEmpty()) {
                    yield Reconciliation.Owed.NOTHING;
                }
                // Polls of one agent are spread over the replicas, and another may know better.
                yield state.transport() == Transport.HTTP && !view.fresh()
                        ? new Reconciliation.ReadAgain()
                        : offered(desired, due);
            }
        };
    }

    private static Reconciliation offered(ConfigHash hash, Optional<Duration> staleFor) {
        return new Reconciliation.Owed(
                Optional.of(new Reconciliation.Offer(hash, staleFor)), Optional.empty());
    }

    /** A Bridge without a fleet has nothing to be held back from. */
    private static Optional<String> bridgeLock(KnownAgent agent, View view) {
        if (agent.kind() != AgentKind.BRIDGE || agent.wanted().fleet().isEmpty()) {
            return Optional.empty();
        }
        if (agent.description().bridgeModeLock().isPresent()) {
            return agent.description().bridgeModeLock();
        }
        return view.bridgeManaged()
                ? Optional.empty()
                : Optional.of("the fleet does not set spec.bridge.manage, so the Bridge is locked");
    }

    /** A lock is noted once for each reason and configuration. */
    static String noteKey(KnownAgent agent, String reason) {
        return agent.wanted().desired().map(ConfigHash::hex).orElse("") + " " + reason;
    }
}
