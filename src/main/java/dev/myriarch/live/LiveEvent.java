package dev.myriarch.live;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Something that a client may want to read again.
 *
 * @param name event type
 * @param data a JSON object in one line
 */
public record LiveEvent(String name, String data) {
    /** Read again everything that is shown. */
    static final LiveEvent RESYNC = new LiveEvent("resync", "{}");

    static final LiveEvent FLEETS = new LiveEvent("fleet.updated", "{}");
    static final LiveEvent STATS = new LiveEvent("stats.changed", "{}");

    public LiveEvent {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(data, "data");
    }

    static LiveEvent agentUpdated(AgentId id) {
        return new LiveEvent("agent.updated", idOf(id));
    }

    static LiveEvent agentRemoved(AgentId id) {
        return new LiveEvent("agent.removed", idOf(id));
    }

    static LiveEvent gitopsSynced(String revision, boolean applied) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("revision", Value.of(revision));
        fields.put("applied", Value.of(applied));
        return new LiveEvent("gitops.synced", Json.write(new Value.Mapping(fields)));
    }

    private static String idOf(AgentId id) {
        return Json.write(Value.ofTexts(Map.of("id", id.toString())));
    }
}
