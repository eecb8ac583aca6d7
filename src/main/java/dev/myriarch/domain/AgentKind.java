package dev.myriarch.domain;

/** What an agent is, decided from its description and capabilities. */
public enum AgentKind {
    COLLECTOR,
    UPDATER,
    BRIDGE,
    UNKNOWN;

    /** Text in the database and the API. */
    public String text() {
        return switch (this) {
            case COLLECTOR -> "collector";
            case UPDATER -> "updater";
            case BRIDGE -> "bridge";
            case UNKNOWN -> "unknown";
        };
    }

    public static AgentKind of(String text) {
        return switch (text) {
            case "collector" -> COLLECTOR;
            case "updater" -> UPDATER;
            case "bridge" -> BRIDGE;
            default -> UNKNOWN;
        };
    }
}
