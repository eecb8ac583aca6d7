package dev.myriarch.agent;

import dev.myriarch.domain.AgentKind;
import java.util.Optional;

/** What an operator may do to an agent, and when not. */
public enum AgentAction {
    /** Stops the collector and starts it again, with the configuration that it has. */
    RESTART("restart", "agents:restart") {
        @Override
        public Optional<Obstacle> obstacle(Agent agent) {
            if (agent.kind() == AgentKind.BRIDGE) {
                return obstacle(
                        "bridge",
                        "an OpAMP Bridge would restart every collector that it speaks for; restart"
                                + " the workloads through Kubernetes");
            }
            if (!agent.connection().online()) {
                return obstacle("offline", "the agent is offline");
            }
            if ((agent.description().capabilities() & ACCEPTS_RESTART_COMMAND) == 0) {
                return obstacle(
                        "not_supported",
                        "the agent does not accept the restart command; a supervisor does with"
                                + " capabilities.accepts_restart_command");
            }
            return Optional.empty();
        }
    },

    /** Takes the mark of a failed configuration away and asks for the full state. */
    RESYNC("resync", "agents:resync") {
        @Override
        public Optional<Obstacle> obstacle(Agent agent) {
            return Optional.empty();
        }
    },

    /** Lets the next credential that presents the instance UID have it. */
    RE_ENROLL("re-enroll", "agents:re_enroll") {
        @Override
        public Optional<Obstacle> obstacle(Agent agent) {
            return agent.credential().isEmpty()
                    ? obstacle("released", "the agent waits for its new credential already")
                    : Optional.empty();
        }
    };

    /** The bit of OpAMP {@code AgentCapabilities}. */
    private static final long ACCEPTS_RESTART_COMMAND = 0x400;

    private final String text;
    private final String permission;

    AgentAction(String text, String permission) {
        this.text = text;
        this.permission = permission;
    }

    /**
     * Why an action is refused.
     *
     * @param code for programs
     * @param reason for people
     */
    public record Obstacle(String code, String reason) {}

    /** Why the action is refused now; empty when it is not. */
    public abstract Optional<Obstacle> obstacle(Agent agent);

    static Optional<Obstacle> obstacle(String code, String reason) {
        return Optional.of(new Obstacle(code, reason));
    }

    /** Its name in paths and audit entries. */
    public String text() {
        return text;
    }

    public String permission() {
        return permission;
    }
}
