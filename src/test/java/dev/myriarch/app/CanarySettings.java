package dev.myriarch.app;

import dev.myriarch.auth.PasswordHash;
import dev.myriarch.base.Secret;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.Setting;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.testing.TestAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file with a secret for every setting that names one. The settings are those of the program, so
 * that a new one is among them: what ends with {@code File} holds a secret unless it is listed
 * here.
 */
final class CanarySettings {
    /** Files that anybody may read. */
    static final Set<String> PUBLIC =
            Set.of(
                    "server.tls.certFile",
                    "server.tls.clientCaFile",
                    "gitops.auth.sshKnownHostsFile",
                    "gitops.caFile",
                    "auth.oidc.caFile",
                    "artifacts.verify.trustedRootFile",
                    "outbound.caFile");

    /** Settings that this version refuses to start with. */
    static final Set<String> REFUSED = Set.of("gitops.webhookSecretFile");

    /** The only secrets that stand in the settings themselves. */
    static final Set<String> INLINE = Set.of("database.dsn", "auth.dev.password");

    private static final String CANARY = "CANARY";

    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final List<String> marks = new ArrayList<>();

    /** Writes the files into {@code folder}, which has those of a {@link TestAuthority}. */
    CanarySettings(Path folder, DatabaseUrl database, String apiToken, String password)
            throws IOException {
        marks.add(CANARY);
        for (Setting setting : secretFiles()) {
            String secret =
                    switch (setting.path()) {
                        case "database.dsnFile" -> MigrateCommandPgTest.dsn(database);
                        case "auth.bootstrapAdmin.tokenFile" -> apiToken;
                        case "auth.bootstrapAdmin.passwordHashFile" ->
                                PasswordHash.create(new Secret(password), new SecureRandom())
                                        .text();
                        case "server.tls.keyFile" -> Files.readString(folder.resolve("server.key"));
                        default -> CANARY + "-" + setting.path() + "-" + "x".repeat(32);
                    };
            Path file = Files.writeString(folder.resolve(setting.path()), secret);
            (REFUSED.contains(setting.path()) ? refused : environment)
                    .put(setting.variable(), file.toString());
            marks.addAll(secret.lines().filter(line -> !line.startsWith("-----")).toList());
        }
        environment.put("MYRIARCH_SERVER_TLS_CERT_FILE", folder.resolve("server.crt").toString());
    }

    static List<Setting> secretFiles() {
        return ConfigLoader.settings().stream()
                .filter(setting -> setting.path().endsWith("File"))
                .filter(setting -> !PUBLIC.contains(setting.path()))
                .toList();
    }

    /** The variables that name the files. */
    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /** Those of settings that are refused. */
    Map<String, String> refused() {
        return Map.copyOf(refused);
    }

    /** What must not appear anywhere: secrets, or a part that only they have. */
    List<String> marks() {
        return List.copyOf(marks);
    }
}
