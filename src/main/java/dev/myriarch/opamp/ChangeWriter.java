package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.AgentWrite;
import dev.myriarch.agent.Description;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the changes of a decision, and what there is to tell about an agent. Thread-safe. */
final class ChangeWriter {
    private final AgentStore store;
    private final AuditLog audit;
    private final String replica;

    ChangeWriter(AgentStore store, AuditLog audit, String replica) {
        this.store = store;
        this.audit = audit;
        this.replica = replica;
    }

    /** All or none of them; false when the agent was deleted meanwhile. */
    boolean write(AgentId id, Peer peer, List<Change> changes, Instant now) {
        return changes.isEmpty()
                || store.write(
                        id, changes.stream().map(change -> stored(peer, change)).toList(), now);
    }

    private AgentWrite stored(Peer peer, Change change) {
        return switch (change) {
            case Change.PutDescription description -> described(peer, description);
            case Change.PutCapabilities(long capabilities) ->
                    new AgentWrite.Capabilities(capabilities);
            case Change.PutHealth(boolean healthy, Value tree) ->
                    new AgentWrite.Health(healthy, tree);
            case Change.PutEffectiveConfig(var hash, byte[] body, String type) ->
                    new AgentWrite.EffectiveConfig(hash, body, type);
            case Change.PutRemoteConfig(var status) -> new AgentWrite.RemoteConfig(status);
            case Change.PutFailed(var hash) -> new AgentWrite.Failed(hash);
            case Change.PutComponents(var reported, Map<String, List<String>> components) ->
                    new AgentWrite.Components(reported, components);
            case Change.PutPackages(var report) -> new AgentWrite.Packages(report);
            case Change.AddEvent(AgentEvent event) -> new AgentWrite.Event(event);
        };
    }

    private AgentWrite described(Peer peer, Change.PutDescription change) {
        Map<String, String> labels = peer.credential().labels();
        return new AgentWrite.Describe(
                change.kind(),
                new Description(
                        change.identifying(),
                        change.nonIdentifying(),
                        labels,
                        labels,
                        change.capabilities()),
                peer.credential().credential(),
                Optional.of(online(peer)));
    }

    private AgentWrite.Online online(Peer peer) {
        return new AgentWrite.Online(replica, peer.transport().text(), peer.remoteAddress());
    }

    /** False when the agent has no row yet. */
    boolean markOnline(AgentId id, Peer peer, Instant now) {
        return connected(id, peer, List.of(), now);
    }

    /** The agent is connected, with what there is to tell of it; false without a row. */
    boolean connected(AgentId id, Peer peer, List<AgentEvent> events, Instant now) {
        List<AgentWrite> writes = new ArrayList<>();
        writes.add(online(peer));
        events.forEach(event -> writes.add(new AgentWrite.Event(event)));
        return store.write(id, writes, now);
    }

    void event(
            AgentId id,
            Instant now,
            String type,
            String severity,
            String text,
            Map<String, String> details) {
        store.addEvent(new AgentEvent(id, now, type, severity, text, Value.ofTexts(details)));
    }

    /**
     * Records in the audit log what was not let happen.
     *
     * @param actor who tried
     */
    void refused(
            AgentId id, Instant now, String actor, String action, Map<String, String> details) {
        record(id, now, actor, action, false, details);
    }

    /** Records in the audit log what happened. */
    void audit(AgentId id, Instant now, String actor, String action, Map<String, String> details) {
        record(id, now, actor, action, true, details);
    }

    private void record(
            AgentId id,
            Instant now,
            String actor,
            String action,
            boolean success,
            Map<String, String> details) {
        audit.record(
                new AuditEvent(
                        now,
                        actor,
                        action,
                        "agent",
                        id.toString(),
                        success,
                        Value.ofTexts(details)));
    }
}
