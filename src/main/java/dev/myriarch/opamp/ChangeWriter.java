package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Description;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

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

    /** False when the agent was deleted meanwhile. */
    boolean write(AgentId id, Peer peer, List<Change> changes, Instant now) {
        boolean hit = true;
        for (Change change : changes) {
            switch (change) {
                case Change.PutDescription description ->
                        putDescription(id, peer, description, now);
                case Change.PutCapabilities(long capabilities) ->
                        hit &= store.updateCapabilities(id, capabilities, now);
                case Change.PutHealth(boolean healthy, Value tree) ->
                        hit &= store.storeHealth(id, healthy, tree, now);
                case Change.PutEffectiveConfig(var hash, byte[] body, String type) ->
                        hit &= store.storeEffectiveConfig(id, hash, body, type, now);
                case Change.PutRemoteConfig(var status) ->
                        hit &= store.storeRemoteConfig(id, status);
                // No hit: the desired hash changed meanwhile, and so nothing failed.
                case Change.PutFailed(var hash) -> store.markFailed(id, hash);
                case Change.PutComponents(var reported, Map<String, List<String>> components) ->
                        hit &= store.storeComponents(id, reported, components, now);
                case Change.PutPackages(var report) -> hit &= store.storePackages(id, report, now);
                case Change.AddEvent(AgentEvent event) -> store.addEvent(event);
            }
        }
        return hit;
    }

    private void putDescription(AgentId id, Peer peer, Change.PutDescription change, Instant now) {
        Map<String, String> labels = peer.credential().labels();
        boolean inserted =
                store.upsertDescription(
                        id,
                        change.kind(),
                        new Description(
                                change.identifying(),
                                change.nonIdentifying(),
                                labels,
                                labels,
                                change.capabilities()),
                        peer.credential().credential(),
                        now);
        if (inserted) {
            markOnline(id, peer, now);
        }
    }

    /** False when the agent has no row yet. */
    boolean markOnline(AgentId id, Peer peer, Instant now) {
        return store.markOnline(id, replica, peer.transport().text(), peer.remoteAddress(), now);
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
