package dev.myriarch.cluster.pg;

import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.json.Json;
import dev.myriarch.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Events as text: a JSON object with id, time, origin, type and what the type has. */
final class BusCodec {
    /** PostgreSQL takes payloads of less than 8,000 bytes. */
    static final int MOST_BYTES = 7_500;

    private BusCodec() {}

    /**
     * @param origin id of the replica that sent it
     */
    record Envelope(UUID id, Instant time, String origin, BusEvent event) {}

    /** What a text is. */
    sealed interface Decoded {
        record Known(Envelope envelope) implements Decoded {}

        /** Of a version that knows more types. */
        record UnknownType(String type) implements Decoded {}

        record Malformed(String reason) implements Decoded {}
    }

    /** Empty when it would be too long, or for an event that is never sent. */
    static Optional<String> encode(Envelope envelope) {
        Map<String, Value> entries = new LinkedHashMap<>();
        entries.put("id", Value.of(envelope.id().toString()));
        entries.put("time", Value.of(envelope.time().toString()));
        entries.put("origin", Value.of(envelope.origin()));
        if (!putEvent(entries, envelope.event())) {
            return Optional.empty();
        }
        String text = Json.write(new Value.Mapping(entries));
        return text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES
                ? Optional.empty()
                : Optional.of(text);
    }

    private static boolean putEvent(Map<String, Value> entries, BusEvent event) {
        return switch (event) {
            case BusEvent.AgentStateChanged(List<AgentId> agents) ->
                    put(entries, "agent_state_changed", agents);
            case BusEvent.AgentRemoved(AgentId agent) ->
                    put(entries, "agent_removed", List.of(agent));
            case BusEvent.DesiredStateChanged(List<AgentId> agents) ->
                    put(entries, "desired_state_changed", agents);
            case BusEvent.AssignmentChanged(List<AgentId> agents) ->
                    put(entries, "assignment_changed", agents);
            case BusEvent.AgentCommanded(List<AgentId> agents) ->
                    put(entries, "agent_commanded", agents);
            case BusEvent.AgentMoved(AgentId agent, String replica) -> {
                entries.put("replica", Value.of(replica));
                yield put(entries, "agent_moved", List.of(agent));
            }
            case BusEvent.GitopsSynced(String revision, boolean applied) -> {
                entries.put("revision", Value.of(revision));
                entries.put("applied", Value.of(applied));
                yield put(entries, "gitops_synced");
            }
            case BusEvent.GitopsSyncRequested() -> put(entries, "gitops_sync_requested");
            case BusEvent.CredentialsChanged() -> put(entries, "credentials_changed");
            case BusEvent.EnrollmentTokensChanged() -> put(entries, "enrollment_tokens_changed");
            case BusEvent.BusReconnected() -> false;
        };
    }

    private static boolean put(Map<String, Value> entries, String type, List<AgentId> agents) {
        entries.put("agents", Value.ofTexts(agents.stream().map(AgentId::toString).toList()));
        return put(entries, type);
    }

    private static boolean put(Map<String, Value> entries, String type) {
        entries.put("type", Value.of(type));
        return true;
    }

    /** Never throws: whoever may connect to the database may send anything. */
    static Decoded decode(String text) {
        try {
            JsonObject json = JsonObject.readStored(text, "the notification");
            String type = json.text("type");
            Optional<BusEvent> event = event(type, json);
            if (event.isEmpty()) {
                return new Decoded.UnknownType(type);
            }
            return new Decoded.Known(
                    new Envelope(
                            UUID.fromString(json.text("id")),
                            Instant.parse(json.text("time")),
                            json.text("origin"),
                            event.get()));
        } catch (MyriarchException | IllegalArgumentException | java.time.DateTimeException e) {
            return new Decoded.Malformed(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<BusEvent> event(String type, JsonObject json) {
        return switch (type) {
            case "agent_state_changed" -> Optional.of(new BusEvent.AgentStateChanged(agents(json)));
            case "agent_removed" -> Optional.of(new BusEvent.AgentRemoved(agent(json)));
            case "desired_state_changed" ->
                    Optional.of(new BusEvent.DesiredStateChanged(agents(json)));
            case "assignment_changed" -> Optional.of(new BusEvent.AssignmentChanged(agents(json)));
            case "agent_commanded" -> Optional.of(new BusEvent.AgentCommanded(agents(json)));
            case "agent_moved" ->
                    Optional.of(new BusEvent.AgentMoved(agent(json), json.text("replica")));
            case "gitops_synced" ->
                    Optional.of(
                            new BusEvent.GitopsSynced(json.text("revision"), json.flag("applied")));
            case "gitops_sync_requested" -> Optional.of(new BusEvent.GitopsSyncRequested());
            case "credentials_changed" -> Optional.of(new BusEvent.CredentialsChanged());
            case "enrollment_tokens_changed" -> Optional.of(new BusEvent.EnrollmentTokensChanged());
            default -> Optional.empty();
        };
    }

    private static AgentId agent(JsonObject json) {
        List<AgentId> agents = agents(json);
        if (agents.size() != 1) {
            throw json.invalid("agents", "must be one id");
        }
        return agents.getFirst();
    }

    private static List<AgentId> agents(JsonObject json) {
        return json.texts("agents").stream()
                .map(text ->
                        AgentId.parse(text)
                                .orElseThrow(() -> json.invalid("agents", "must be ids")))
                .toList();
    }
}
