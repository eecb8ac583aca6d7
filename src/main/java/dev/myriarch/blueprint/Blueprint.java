package dev.myriarch.blueprint;

import dev.myriarch.blueprint.ConfigNode.MapNode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One layer of a configuration.
 *
 * @param parent the blueprint that this one extends
 * @param fragments in file order
 * @param remove confmap paths that are deleted after config and fragments
 */
public record Blueprint(
        String name,
        Optional<Parent> parent,
        List<Parameter> parameters,
        MapNode config,
        List<Fragment> fragments,
        List<String> remove,
        Origin origin) {
    public Blueprint {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(origin, "origin");
        parameters = List.copyOf(parameters);
        fragments = List.copyOf(fragments);
        remove = List.copyOf(remove);
    }

    /** The name after {@code extends}, and where it is. */
    public record Parent(String name, Origin origin) {}
}
