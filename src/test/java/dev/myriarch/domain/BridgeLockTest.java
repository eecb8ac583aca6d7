package dev.myriarch.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Brand;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BridgeLockTest {
    private static final Map<String, String> STANDALONE =
            Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, "standalone");
    private static final Map<String, String> OPERATOR =
            Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, "operator");
    private static final Map<String, String> OLD =
            Map.of("service.name", Brand.BRIDGE_SERVICE_NAME);

    @Test
    void nameOrModeAttributeMakesABridge() {
        assertThat(BridgeLock.isBridge(OLD, Map.of())).isTrue();
        assertThat(BridgeLock.isBridge(Map.of(), OLD)).isTrue();
        assertThat(BridgeLock.isBridge(Map.of(), STANDALONE)).isTrue();
        assertThat(BridgeLock.isBridge(OPERATOR, Map.of())).isTrue();
        assertThat(BridgeLock.isBridge(Map.of("service.name", "otelcol"), Map.of())).isFalse();
    }

    @Test
    void standaloneBridgeIsConfiguredWithTheOptIn() {
        assertThat(BridgeLock.configLock(Map.of(), STANDALONE, true)).isEmpty();
        assertThat(BridgeLock.configLock(STANDALONE, STANDALONE, true)).isEmpty();
    }

    @Test
    void optInIsNecessary() {
        assertThat(BridgeLock.configLock(Map.of(), STANDALONE, false))
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("does not set spec.bridge.manage"));
    }

    @Test
    void everyOtherModeStaysLockedWithTheOptIn() {
        assertThat(BridgeLock.configLock(Map.of(), OPERATOR, true))
                .hasValueSatisfying(reason -> assertThat(reason).contains("operator mode"));
        assertThat(BridgeLock.configLock(OLD, Map.of(), true))
                .hasValueSatisfying(reason -> assertThat(reason).contains("no known mode"));
        assertThat(
                        BridgeLock.configLock(
                                Map.of(), Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, "Standalone"), true))
                .hasValueSatisfying(reason -> assertThat(reason).contains("no known mode"));
    }

    @Test
    void contradictionStaysLocked() {
        assertThat(BridgeLock.configLock(STANDALONE, OPERATOR, true))
                .hasValueSatisfying(reason -> assertThat(reason).contains("contradicting"));
    }
}
