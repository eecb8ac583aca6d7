package dev.myriarch.config;

/** All settings of a server, decoded and checked. Immutable. */
public record Config(
        Mode mode,
        ServerConfig server,
        DatabaseConfig database,
        HaConfig ha,
        OpampConfig opamp,
        GitopsConfig gitops,
        AuthConfig auth,
        RolloutsConfig rollouts,
        ExecutorsConfig executors,
        ArtifactsConfig artifacts,
        InstallConfig install,
        ReleasesConfig releases,
        NotificationsConfig notifications,
        OutboundConfig outbound,
        RetentionConfig retention,
        TelemetryConfig telemetry) {
    static Config decode(Mode mode, Section root) {
        return new Config(
                mode,
                root.section("server", ServerConfig::decode),
                root.section("database", DatabaseConfig::decode),
                root.section("ha", HaConfig::decode),
                root.section("opamp", OpampConfig::decode),
                root.section("gitops", GitopsConfig::decode),
                root.section("auth", AuthConfig::decode),
                root.section("rollouts", RolloutsConfig::decode),
                root.section("executors", ExecutorsConfig::decode),
                root.section("artifacts", ArtifactsConfig::decode),
                root.section("install", InstallConfig::decode),
                root.section("releases", ReleasesConfig::decode),
                root.section("notifications", NotificationsConfig::decode),
                root.section("outbound", OutboundConfig::decode),
                root.section("retention", RetentionConfig::decode),
                root.section("telemetry", TelemetryConfig::decode));
    }
}
