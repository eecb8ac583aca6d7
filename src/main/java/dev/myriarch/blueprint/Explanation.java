package dev.myriarch.blueprint;

import java.util.Optional;

/**
 * A rendering, and where the values of its configuration come from.
 *
 * @param provenance present when there is a configuration
 */
public record Explanation(RenderResult result, Optional<Provenance> provenance) {}
