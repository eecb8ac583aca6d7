package dev.myriarch.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Section {@code gitops}.
 *
 * @param source {@code dir:<path>}, {@code https://…} or {@code ssh://…}; empty: none
 * @param path below the root of the repository; empty: the root
 * @param webhookSecretFile empty: the route of the webhook answers 404
 */
public record GitopsConfig(
        String source,
        String branch,
        String path,
        Duration pollInterval,
        Duration timeBudget,
        Auth auth,
        Optional<Path> caFile,
        Optional<SecretFile> webhookSecretFile) {

    /** How the server signs in to the repository. */
    public record Auth(
            String username,
            Optional<SecretFile> tokenFile,
            Optional<SecretFile> sshKeyFile,
            Optional<Path> sshKnownHostsFile) {
        static Auth decode(Section section) {
            return new Auth(
                    section.text("username", ""),
                    section.secretFile("tokenFile"),
                    section.secretFile("sshKeyFile"),
                    section.path("sshKnownHostsFile"));
        }
    }

    static GitopsConfig decode(Section section) {
        return new GitopsConfig(
                section.text("source", ""),
                section.text("branch", "main"),
                section.text("path", ""),
                section.duration("pollInterval", "60s", "1s", "24h"),
                section.duration("timeBudget", "60s", "1s", "1h"),
                section.section("auth", Auth::decode),
                section.path("caFile"),
                section.secretFile("webhookSecretFile"));
    }
}
