package dev.myriarch.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Section {@code executors}.
 *
 * @param secretDir files named by executors lie below it
 * @param allowedUrls prefixes that an executor may call in production
 * @param secretHosts name of a secret to the hosts it may be sent to
 */
public record ExecutorsConfig(
        String secretEnvPrefix,
        Optional<Path> secretDir,
        List<String> allowedUrls,
        Map<String, List<String>> secretHosts) {
    public ExecutorsConfig {
        allowedUrls = List.copyOf(allowedUrls);
        secretHosts = Map.copyOf(secretHosts);
    }

    static ExecutorsConfig decode(Section section) {
        return new ExecutorsConfig(
                section.text("secretEnvPrefix", "MYRIARCH_SECRET_"),
                section.path("secretDir"),
                section.texts("allowedUrls", List.of()),
                section.textListMap("secretHosts"));
    }
}
