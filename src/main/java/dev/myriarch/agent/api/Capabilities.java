package dev.myriarch.agent.api;

import java.util.ArrayList;
import java.util.List;

/** Names of the bits of OpAMP {@code AgentCapabilities}. */
enum Capabilities {
    REPORTS_STATUS(0, "ReportsStatus"),
    ACCEPTS_REMOTE_CONFIG(1, "AcceptsRemoteConfig"),
    REPORTS_EFFECTIVE_CONFIG(2, "ReportsEffectiveConfig"),
    ACCEPTS_PACKAGES(3, "AcceptsPackages"),
    REPORTS_PACKAGE_STATUSES(4, "ReportsPackageStatuses"),
    REPORTS_OWN_TRACES(5, "ReportsOwnTraces"),
    REPORTS_OWN_METRICS(6, "ReportsOwnMetrics"),
    REPORTS_OWN_LOGS(7, "ReportsOwnLogs"),
    ACCEPTS_OPAMP_CONNECTION_SETTINGS(8, "AcceptsOpAMPConnectionSettings"),
    ACCEPTS_OTHER_CONNECTION_SETTINGS(9, "AcceptsOtherConnectionSettings"),
    ACCEPTS_RESTART_COMMAND(10, "AcceptsRestartCommand"),
    REPORTS_HEALTH(11, "ReportsHealth"),
    REPORTS_REMOTE_CONFIG(12, "ReportsRemoteConfig"),
    REPORTS_HEARTBEAT(13, "ReportsHeartbeat"),
    REPORTS_AVAILABLE_COMPONENTS(14, "ReportsAvailableComponents"),
    REPORTS_CONNECTION_SETTINGS_STATUS(15, "ReportsConnectionSettingsStatus");

    private final int bit;
    private final String text;

    Capabilities(int bit, String text) {
        this.bit = bit;
        this.text = text;
    }

    /** Name in the specification, without its prefix. */
    String text() {
        return text;
    }

    boolean isIn(long bits) {
        return (bits >>> bit & 1) == 1;
    }

    /** Names of all bits that are set; the ones that nobody knows here are shown by their value. */
    static List<String> names(long bits) {
        List<String> names = new ArrayList<>();
        long unknown = bits;
        for (Capabilities capability : values()) {
            if (capability.isIn(bits)) {
                names.add(capability.text);
                unknown &= ~(1L << capability.bit);
            }
        }
        if (unknown != 0) {
            names.add("0x" + Long.toHexString(unknown));
        }
        return names;
    }
}
