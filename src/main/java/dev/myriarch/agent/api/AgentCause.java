package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.domain.RemoteConfigStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * The single most important thing to know about an agent, in one line. What needs a person comes
 * before what will pass by itself; an agent without a cause is as it should be.
 */
final class AgentCause {
    private static final int MAX_LENGTH = 300;
    private static final int SHORT_HASH = 8;

    private AgentCause() {}

    static Optional<String> of(Agent agent) {
        return failed(agent)
                .or(() -> quarantine(agent))
                .or(() -> assignmentError(agent))
                .or(() -> offline(agent))
                .or(() -> unhealthy(agent))
                .or(() -> refusedLink(agent))
                .or(() -> drift(agent.assignment()))
                .or(() -> differs(agent))
                .or(() -> pending(agent))
                .or(() -> unassigned(agent))
                .map(AgentCause::oneLine);
    }

    private static Optional<String> failed(Agent agent) {
        Assignment assignment = agent.assignment();
        if (!assignment.sync().equals("failed")) {
            return Optional.empty();
        }
        String hash = assignment.failed().map(AgentCause::shorten).orElse("?");
        String message =
                agent.reported()
                        .remoteConfig()
                        .filter(status -> status.status() == RemoteConfigStatus.FAILED)
                        .map(Reported.RemoteConfig::error)
                        .orElse("");
        return Optional.of(
                "configuration "
                        + hash
                        + " failed"
                        + (message.isBlank() ? ", the agent gave no reason" : ": " + message));
    }

    private static Optional<String> quarantine(Agent agent) {
        return agent.upkeep()
                .conflict()
                .filter(Upkeep.Conflict::isQuarantine)
                .map(conflict ->
                        "quarantined: its instance id is claimed again and again: "
                                + conflict.reason());
    }

    private static Optional<String> assignmentError(Agent agent) {
        String error = agent.assignment().error();
        if (error.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                agent.assignment().assigned().isPresent()
                        ? "keeps an older configuration: " + error
                        : "no configuration: " + error);
    }

    private static Optional<String> offline(Agent agent) {
        if (agent.connection().online()) {
            return Optional.empty();
        }
        Optional<Instant> since =
                agent.connection().disconnectedAt().or(agent.connection()::lastSeenAt);
        String time = since.map(at -> " since " + at.truncatedTo(ChronoUnit.SECONDS)).orElse("");
        return Optional.of(
                "offline" + time + agent.connection().cause().map(AgentCause::describe).orElse(""));
    }

    private static String describe(DisconnectCause cause) {
        return switch (cause) {
            case AGENT -> ": the agent closed the connection";
            case NETWORK -> ": the connection was lost";
            case REPLICA_STOPPED -> ": the server it was connected to stopped";
            case REPLICA_LOST -> ": the server it was connected to is gone";
        };
    }

    private static Optional<String> unhealthy(Agent agent) {
        if (agent.reported().healthy().orElse(true)) {
            return Optional.empty();
        }
        String detail = agent.reported().health().flatMap(tree -> problem(tree, "", 0)).orElse("");
        return Optional.of(
                detail.isEmpty() ? "unhealthy, the agent gave no reason" : "unhealthy: " + detail);
    }

    private static Optional<String> refusedLink(Agent agent) {
        String refusal = agent.links().refusal();
        return refusal.isEmpty()
                ? Optional.empty()
                : Optional.of("not linked to the collector that it names: " + refusal);
    }

    /** The error of the innermost unhealthy component, with the way to it. */
    private static Optional<String> problem(Value tree, String path, int depth) {
        if (!(tree instanceof Value.Mapping(Map<String, Value> fields)) || depth > 8) {
            return Optional.empty();
        }
        if (fields.get("healthy") instanceof Value.Bool(boolean healthy) && healthy) {
            return Optional.empty();
        }
        if (fields.get("components") instanceof Value.Mapping(Map<String, Value> components)) {
            for (Map.Entry<String, Value> component : components.entrySet()) {
                String name =
                        path.isEmpty() ? component.getKey() : path + " / " + component.getKey();
                Optional<String> inner = problem(component.getValue(), name, depth + 1);
                if (inner.isPresent()) {
                    return inner;
                }
            }
        }
        return text(fields.get("lastError"))
                .or(() -> text(fields.get("status")))
                .map(message -> path.isEmpty() ? message : path + ": " + message);
    }

    private static Optional<String> text(@org.jspecify.annotations.Nullable Value value) {
        return value instanceof Value.Text(String text) && !text.isBlank()
                ? Optional.of(text)
                : Optional.empty();
    }

    private static Optional<String> differs(Agent agent) {
        return agent.reported()
                .proofOf(agent.assignment().desired())
                .filter(proof -> proof.result() == ConfigProof.Result.DIFFERS)
                .map(proof -> proof.differences().getFirst().path())
                .map(path -> "runs another configuration than it says: " + path);
    }

    private static Optional<String> drift(Assignment assignment) {
        if (!assignment.sync().equals("drift")) {
            return Optional.empty();
        }
        String offered =
                assignment
                        .desired()
                        .map(hash -> shorten(hash) + " is offered")
                        .orElse("nothing is offered yet");
        return Optional.of(
                assignment
                        .assigned()
                        .map(hash -> "configuration " + shorten(hash) + " is assigned, " + offered)
                        .orElse("no configuration is assigned any more, " + offered));
    }

    private static Optional<String> pending(Agent agent) {
        Assignment assignment = agent.assignment();
        if (!assignment.sync().equals("pending")) {
            return Optional.empty();
        }
        if (!Capabilities.ACCEPTS_REMOTE_CONFIG.isIn(agent.description().capabilities())) {
            return Optional.of(
                    "cannot be configured: the agent does not have the capability "
                            + Capabilities.ACCEPTS_REMOTE_CONFIG.text());
        }
        String hash = assignment.desired().map(AgentCause::shorten).orElse("?");
        boolean applying =
                agent.reported()
                        .remoteConfig()
                        .map(status ->
                                status.status() == RemoteConfigStatus.APPLYING
                                        && status.hash().equals(assignment.desired()))
                        .orElse(false);
        return Optional.of(
                applying
                        ? "applies configuration " + hash
                        : "waits for the agent to take configuration " + hash);
    }

    private static Optional<String> unassigned(Agent agent) {
        return agent.kind() == AgentKind.COLLECTOR && agent.assignment().fleet().isEmpty()
                ? Optional.of("belongs to no fleet")
                : Optional.empty();
    }

    private static String shorten(ConfigHash hash) {
        return hash.hex().substring(0, Math.min(SHORT_HASH, hash.hex().length()));
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH - 1) + "…";
    }
}
