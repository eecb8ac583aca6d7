package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gen.AgentConfigDto;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/** The configurations of one agent, or the reason why one is not there. */
final class AgentConfigs {
    private static final String YAML = "text/yaml";

    private final AgentStore agents;
    private final Function<ConfigHash, Optional<byte[]>> rendered;

    AgentConfigs(AgentStore agents, Function<ConfigHash, Optional<byte[]>> rendered) {
        this.agents = agents;
        this.rendered = rendered;
    }

    /**
     * @param which {@code assigned}, {@code desired} or {@code effective}
     */
    AgentConfigDto find(Agent agent, String which) {
        return switch (which) {
            case "assigned" ->
                    rendered(
                            which,
                            agent.assignment()
                                    .assigned()
                                    .orElseThrow(() -> notFound(whyNotAssigned(agent))));
            case "desired" ->
                    rendered(
                            which,
                            agent.assignment()
                                    .desired()
                                    .orElseThrow(() -> notFound(whyNotDesired(agent))));
            case "effective" -> effective(agent);
            default ->
                    throw new MyriarchException(
                            ErrorCode.BAD_REQUEST,
                            "the configuration must be assigned, desired or effective");
        };
    }

    private AgentConfigDto rendered(String which, ConfigHash hash) {
        byte[] body = rendered.apply(hash).orElseThrow(() -> notStored(hash));
        return new AgentConfigDto(which, hash.hex(), YAML, text(body));
    }

    private AgentConfigDto effective(Agent agent) {
        ConfigHash hash =
                agent.reported()
                        .effectiveConfig()
                        .orElseThrow(() -> notFound(whyNotEffective(agent)));
        AgentStore.StoredConfig stored =
                agents.effectiveConfig(hash).orElseThrow(() -> notStored(hash));
        return new AgentConfigDto(
                "effective", hash.hex(), stored.contentType(), text(stored.body()));
    }

    private static String whyNotAssigned(Agent agent) {
        if (!agent.assignment().error().isEmpty()) {
            return "nothing is assigned: " + agent.assignment().error();
        }
        return agent.assignment()
                .fleet()
                .map(fleet -> "fleet " + fleet + " has not rendered a configuration yet")
                .orElse("nothing is assigned: the agent belongs to no fleet");
    }

    private static String whyNotDesired(Agent agent) {
        return agent.assignment().assigned().isPresent()
                ? "a configuration is assigned, but nothing is offered to the agent yet"
                : "nothing is offered: " + whyNotAssigned(agent);
    }

    private static String whyNotEffective(Agent agent) {
        return Capabilities.REPORTS_EFFECTIVE_CONFIG.isIn(agent.description().capabilities())
                ? "the agent has not reported its effective configuration yet"
                : "the agent does not report its effective configuration: it does not have the"
                        + " capability "
                        + Capabilities.REPORTS_EFFECTIVE_CONFIG.text();
    }

    private static MyriarchException notStored(ConfigHash hash) {
        return notFound("the text of configuration " + hash + " is not stored any more");
    }

    private static MyriarchException notFound(String message) {
        return new MyriarchException(ErrorCode.NOT_FOUND, message);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
