package dev.myriarch.assignment;

import dev.myriarch.domain.ConfigHash;
import java.util.Optional;

/** Rendered configurations by hash. */
public interface RenderedConfigs {
    /** The canonical YAML of a hash that the server rendered. */
    Optional<byte[]> find(ConfigHash hash);
}
