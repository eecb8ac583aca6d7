package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.util.List;
import java.util.Map;

/** Something that a message changes in the store; written in the order of the decision. */
sealed interface Change {
    record PutDescription(
            AgentKind kind,
            Map<String, String> identifying,
            Map<String, String> nonIdentifying,
            long capabilities)
            implements Change {}

    record PutCapabilities(long capabilities) implements Change {}

    record PutHealth(boolean healthy, Value tree) implements Change {}

    record PutEffectiveConfig(ConfigHash hash, byte[] body, String contentType) implements Change {}

    record PutRemoteConfig(Reported.RemoteConfig status) implements Change {}

    /** The desired configuration failed, so it is not offered again. */
    record PutFailed(ConfigHash hash) implements Change {}

    record PutComponents(ConfigHash hash, Map<String, List<String>> components) implements Change {}

    /** Only the hash came: point to the set when it is stored, else it has to be asked for. */
    record LinkComponents(ConfigHash hash) implements Change {}

    record AddEvent(AgentEvent event) implements Change {}
}
