package dev.myriarch.opamp;

import dev.myriarch.opamp.proto.AgentCapabilities;
import dev.myriarch.opamp.proto.ServerCapabilities;

/** Bit sets of the OpAMP capabilities. */
final class Capabilities {
    static final long ACCEPTS_REMOTE_CONFIG =
            AgentCapabilities.AgentCapabilities_AcceptsRemoteConfig_VALUE;
    static final long ACCEPTS_PACKAGES = AgentCapabilities.AgentCapabilities_AcceptsPackages_VALUE;
    static final long ACCEPTS_RESTART =
            AgentCapabilities.AgentCapabilities_AcceptsRestartCommand_VALUE;
    static final long REPORTS_COMPONENTS =
            AgentCapabilities.AgentCapabilities_ReportsAvailableComponents_VALUE;

    /** What every answer announces. */
    static final long OF_SERVER =
            ServerCapabilities.ServerCapabilities_AcceptsStatus_VALUE
                    | ServerCapabilities.ServerCapabilities_OffersRemoteConfig_VALUE
                    | ServerCapabilities.ServerCapabilities_AcceptsEffectiveConfig_VALUE
                    | ServerCapabilities.ServerCapabilities_OffersPackages_VALUE
                    | ServerCapabilities.ServerCapabilities_AcceptsPackagesStatus_VALUE;

    private Capabilities() {}

    static boolean has(long set, long bit) {
        return (set & bit) != 0;
    }
}
