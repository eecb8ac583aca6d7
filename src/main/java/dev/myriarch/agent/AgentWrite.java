package dev.myriarch.agent;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A change of one stored agent, for {@link AgentStore#write}. */
public sealed interface AgentWrite {
    /**
     * What the agent says of itself, as in {@link AgentStore#upsertDescription}.
     *
     * @param online how it is connected, stored with an agent that is new
     */
    record Describe(
            AgentKind kind, Description description, String credential, Optional<Online> online)
            implements AgentWrite {}

    /** The agent is connected since now. */
    record Online(String replica, String transport, String remoteAddress) implements AgentWrite {}

    record Capabilities(long capabilities) implements AgentWrite {}

    record Health(boolean healthy, Value tree) implements AgentWrite {}

    /** Stores the body under its hash where it is not yet, and points the agent to it. */
    record EffectiveConfig(ConfigHash hash, byte[] body, String contentType)
            implements AgentWrite {}

    record RemoteConfig(Reported.RemoteConfig status) implements AgentWrite {}

    /** Marks the hash as failed, when it still is the desired one. */
    record Failed(ConfigHash hash) implements AgentWrite {}

    /**
     * What the collector contains, as in {@link AgentStore#storeComponents}.
     *
     * @param reported what the agent calls the set
     */
    record Components(ConfigHash reported, Map<String, List<String>> components)
            implements AgentWrite {
        public Components {
            components = Map.copyOf(components);
        }
    }

    record Packages(PackageReport report) implements AgentWrite {}

    /** Of this agent; not stored when the agent is gone. */
    record Event(AgentEvent event) implements AgentWrite {}
}
