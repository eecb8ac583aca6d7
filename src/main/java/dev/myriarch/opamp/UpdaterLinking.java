package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentLinks;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.UpdaterLink;
import dev.myriarch.agent.UpdaterLinkStore;
import dev.myriarch.base.FailureLog;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Links updaters to their collectors. Either may come first, and whoever comes second is the one
 * that is noticed: each stores what it is before it looks for the other. Thread-safe.
 */
final class UpdaterLinking {
    /** Another replica may be faster; it judges by what is stored as well. */
    private static final int ATTEMPTS = 5;

    private final AgentStore agents;
    private final UpdaterLinkStore links;
    private final ChangeWriter writer;
    private final EventBus bus;
    private final FailureLog failures;

    UpdaterLinking(
            AgentStore agents,
            UpdaterLinkStore links,
            ChangeWriter writer,
            EventBus bus,
            FailureLog failures) {
        this.failures = failures;
        this.agents = agents;
        this.links = links;
        this.writer = writer;
        this.bus = bus;
    }

    /** Whether a link may follow from what a session learned of its agent, or end. */
    static boolean isConcerned(KnownAgent before, KnownAgent after) {
        boolean sameKind = before.stored() && before.kind() == after.kind();
        return switch (after.kind()) {
            case UPDATER ->
                    !sameKind || !before.description().print().equals(after.description().print());
            case COLLECTOR ->
                    !sameKind
                            || !before.description()
                                    .hostName()
                                    .equals(after.description().hostName());
            case BRIDGE, UNKNOWN ->
                    !sameKind
                            && (before.kind() == AgentKind.UPDATER
                                    || before.kind() == AgentKind.COLLECTOR);
        };
    }

    /**
     * Whether a connection has to look for the link of a stored agent: nobody was there for it, or
     * the agent moved to this credential.
     */
    static boolean isOwed(Agent stored, Peer peer) {
        boolean moved = !stored.credential().equals(peer.credential().credential());
        return switch (stored.kind()) {
            case UPDATER ->
                    moved
                            || (stored.links().collector().isEmpty()
                                    && !UpdaterLink.named(stored.description()).isEmpty());
            case COLLECTOR -> moved;
            case BRIDGE, UNKNOWN -> false;
        };
    }

    /**
     * Looks for a link when the agent of a session changed, or one is owed. An agent whose linking
     * fails stays connected; it is tried again with its next message.
     */
    void follow(AgentSession session, KnownAgent before, Instant now) {
        KnownAgent after = session.state().agent();
        if (!session.owesLink() && !isConcerned(before, after)) {
            return;
        }
        // What was owed may be the link of the updater that it was.
        boolean own =
                session.owesLink()
                        || before.kind() == AgentKind.UPDATER
                        || after.kind() == AgentKind.UPDATER;
        session.owesLink(true);
        try {
            if (own) {
                judge(session.id(), now);
            }
            if (after.kind() != AgentKind.UPDATER) {
                links.updatersNaming(session.id()).forEach(updater -> judge(updater, now));
            }
            session.owesLink(false);
        } catch (RuntimeException e) {
            failures.warn("agent " + session.id(), "linking it failed", e);
        }
    }

    private void judge(AgentId id, Instant now) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Agent> agent = agents.find(id);
            if (agent.isEmpty()) {
                return;
            }
            UpdaterLink.Verdict verdict = UpdaterLink.judge(agent.get(), agents::find);
            if (isStored(agent.get().links(), verdict)) {
                return;
            }
            if (links.store(agent.get(), verdict, now)) {
                tell(agent.get(), verdict, now);
                return;
            }
        }
        throw new IllegalStateException("the link of " + id + " changes all the time");
    }

    private static boolean isStored(AgentLinks stored, UpdaterLink.Verdict verdict) {
        return switch (verdict) {
            case UpdaterLink.Verdict.Alone _ ->
                    stored.collector().isEmpty() && stored.refusal().isEmpty();
            case UpdaterLink.Verdict.Linked(UpdaterLink.Side collector) ->
                    stored.collector().filter(collector.id()::equals).isPresent();
            case UpdaterLink.Verdict.Refused(UpdaterLink.Mismatch mismatch) ->
                    stored.collector().isEmpty() && stored.refusal().equals(mismatch.text());
        };
    }

    private void tell(Agent updater, UpdaterLink.Verdict verdict, Instant now) {
        List<AgentId> changed = new ArrayList<>(List.of(updater.id()));
        updater.links()
                .collector()
                .ifPresent(collector -> {
                    unlinked(updater, collector, now);
                    changed.add(collector);
                });
        switch (verdict) {
            case UpdaterLink.Verdict.Alone _ -> {}
            case UpdaterLink.Verdict.Linked(UpdaterLink.Side collector) -> {
                linked(updater, collector, now);
                changed.add(collector.id());
            }
            case UpdaterLink.Verdict.Refused(UpdaterLink.Mismatch mismatch) ->
                    refused(updater, mismatch, now);
        }
        bus.publish(new BusEvent.AgentStateChanged(changed));
    }

    private void linked(Agent updater, UpdaterLink.Side collector, Instant now) {
        writer.event(
                updater.id(),
                now,
                "updater_linked",
                "info",
                "linked to the collector " + collector.id(),
                Map.of("collector", collector.id().toString()));
        writer.event(
                collector.id(),
                now,
                "updater_linked",
                "info",
                "the updater %s is linked".formatted(updater.id()),
                Map.of("updater", updater.id().toString()));
    }

    private void unlinked(Agent updater, AgentId collector, Instant now) {
        writer.event(
                updater.id(),
                now,
                "updater_unlinked",
                "info",
                "not linked to the collector %s any more".formatted(collector),
                Map.of("collector", collector.toString()));
        writer.event(
                collector,
                now,
                "updater_unlinked",
                "info",
                "the updater %s is not linked any more".formatted(updater.id()),
                Map.of("updater", updater.id().toString()));
    }

    private void refused(Agent updater, UpdaterLink.Mismatch mismatch, Instant now) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("reason", mismatch.code());
        details.put("collector", AttributeText.cut(UpdaterLink.named(updater.description())));
        writer.event(
                updater.id(),
                now,
                "updater_link_refused",
                "warning",
                "not linked to the collector that it names: " + mismatch.text(),
                details);
    }
}
