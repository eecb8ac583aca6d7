package dev.myriarch.domain;

import dev.myriarch.base.Brand;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recognizes the OpAMP Bridge of the OpenTelemetry Operator and says whether it may be configured.
 * A Bridge speaks for many collectors and deletes what a message leaves out, so it is locked unless
 * everything speaks for it. It rests on what the agent reports: a guard against mistakes, not an
 * authentication.
 */
public final class BridgeLock {
    private static final String STANDALONE = "standalone";

    private BridgeLock() {}

    /** Whether an agent with these attributes is a Bridge. */
    public static boolean isBridge(
            Map<String, String> identifying, Map<String, String> nonIdentifying) {
        return isBridge(identifying) || isBridge(nonIdentifying);
    }

    private static boolean isBridge(Map<String, String> attributes) {
        return Brand.BRIDGE_SERVICE_NAME.equals(attributes.get("service.name"))
                || attributes.containsKey(Brand.BRIDGE_MODE_ATTRIBUTE);
    }

    /**
     * Why a Bridge is offered no configuration; empty when it may be.
     *
     * @param managed whether its fleet sets {@code spec.bridge.manage}
     */
    public static Optional<String> configLock(
            Map<String, String> identifying, Map<String, String> nonIdentifying, boolean managed) {
        Set<String> modes = new LinkedHashSet<>();
        addMode(modes, identifying);
        addMode(modes, nonIdentifying);
        if (modes.size() > 1) {
            return Optional.of("the Bridge reports contradicting modes; it stays locked");
        }
        String mode = modes.isEmpty() ? "" : modes.iterator().next();
        if (!mode.equals(STANDALONE)) {
            return Optional.of(
                    mode.equals("operator")
                            ? "a Bridge in operator mode is never configured"
                            : "the Bridge reports no known mode; only standalone is configured");
        }
        return managed
                ? Optional.empty()
                : Optional.of("the fleet does not set spec.bridge.manage, so the Bridge is locked");
    }

    private static void addMode(Set<String> modes, Map<String, String> attributes) {
        String mode = attributes.get(Brand.BRIDGE_MODE_ATTRIBUTE);
        if (mode != null) {
            modes.add(mode);
        }
    }
}
