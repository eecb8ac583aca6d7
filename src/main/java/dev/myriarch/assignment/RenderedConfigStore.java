package dev.myriarch.assignment;

import dev.myriarch.domain.ConfigHash;
import java.time.Instant;
import java.util.List;

/** Rendered configurations with their provenance. */
public interface RenderedConfigStore extends RenderedConfigs {
    /** Stores a configuration; one that is there is only marked as used. */
    void put(RenderedConfig config, Instant now);

    /**
     * @param body canonical YAML whose SHA-256 is {@code hash}
     * @param fleet fleet that it was rendered for first
     * @param revision revision that it was rendered from first
     */
    record RenderedConfig(
            ConfigHash hash,
            byte[] body,
            String fleet,
            String blueprint,
            String revision,
            List<String> layers) {
        public RenderedConfig {
            layers = List.copyOf(layers);
        }
    }
}
