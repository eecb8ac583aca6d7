package dev.myriarch.blueprint;

import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.template.Template;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A conditional overlay inside a blueprint.
 *
 * @param when must evaluate to a boolean; empty means always
 * @param origin where the condition is, or the fragment when it has none
 */
public record Fragment(
        String name, Optional<Template> when, MapNode config, List<String> remove, Origin origin) {
    public Fragment {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(config, "config");
        remove = List.copyOf(remove);
    }
}
