package dev.myriarch.opamp;

import dev.myriarch.agent.Description;
import dev.myriarch.base.Brand;
import dev.myriarch.base.Sha256;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.BridgeLock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a session keeps of a description: enough to see a change and to decide, without holding the
 * attributes of ten thousand agents in memory.
 *
 * @param print identity of both attribute maps; empty for no description
 * @param serviceName {@code service.name}, or empty
 * @param hostName {@code host.name}, or empty
 * @param version {@code service.version} without a leading v, or empty
 * @param bridge whether the attributes are those of a Bridge
 * @param bridgeModeLock why the mode of the Bridge forbids to configure it
 */
record DescriptionSummary(
        String print,
        String serviceName,
        String hostName,
        String version,
        boolean bridge,
        Optional<String> bridgeModeLock) {
    static final DescriptionSummary NONE =
            new DescriptionSummary("", "", "", "", false, Optional.empty());

    static DescriptionSummary of(
            Map<String, String> identifying, Map<String, String> nonIdentifying) {
        Description description =
                new Description(identifying, nonIdentifying, Map.of(), Map.of(), 0);
        boolean bridge = BridgeLock.isBridge(identifying, nonIdentifying);
        return new DescriptionSummary(
                print(identifying, nonIdentifying),
                description.serviceName(),
                description.hostName(),
                description.version(),
                bridge,
                bridge
                        ? BridgeLock.configLock(identifying, nonIdentifying, true)
                        : Optional.empty());
    }

    /** Bridge before anything else, so that a Bridge is never taken for a collector. */
    AgentKind kind(long capabilities) {
        if (bridge) {
            return AgentKind.BRIDGE;
        }
        if (serviceName.equals(Brand.UPDATER_SERVICE_NAME)) {
            return AgentKind.UPDATER;
        }
        return Capabilities.has(capabilities, Capabilities.ACCEPTS_REMOTE_CONFIG)
                ? AgentKind.COLLECTOR
                : AgentKind.UNKNOWN;
    }

    private static String print(
            Map<String, String> identifying, Map<String, String> nonIdentifying) {
        StringBuilder text = new StringBuilder();
        append(text, identifying);
        text.append(';');
        append(text, nonIdentifying);
        return Sha256.hex(text.toString());
    }

    private static void append(StringBuilder text, Map<String, String> attributes) {
        new TreeMap<>(attributes)
                .forEach((key, value) ->
                        text.append(key.length())
                                .append(':')
                                .append(key)
                                .append(value.length())
                                .append(':')
                                .append(value));
    }
}
