package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.PackageReport;
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

    /**
     * @param reported what the agent calls the set
     */
    record PutComponents(ConfigHash reported, Map<String, List<String>> components)
            implements Change {}

    record PutPackages(PackageReport report) implements Change {}

    record AddEvent(AgentEvent event) implements Change {}
}
