package dev.myriarch.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Section {@code outbound}.
 *
 * @param allowedCidrs private destinations that are allowed besides public ones
 */
public record OutboundConfig(List<String> allowedCidrs, Optional<Path> caFile) {
    public OutboundConfig {
        allowedCidrs = List.copyOf(allowedCidrs);
    }

    static OutboundConfig decode(Section section) {
        return new OutboundConfig(section.texts("allowedCidrs", List.of()), section.path("caFile"));
    }
}
