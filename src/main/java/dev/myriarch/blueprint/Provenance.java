package dev.myriarch.blueprint;

import java.util.List;
import java.util.Optional;

/**
 * Where the values of a configuration come from. Values that are secrets, or look like one, are
 * {@link #REDACTED}; long ones are cut.
 *
 * @param layers what was merged, from the root to the leaf
 * @param parameters every declared parameter, in the order of declaration
 * @param leaves the scalars, empty lists and empty maps, in the order of the canonical text's keys
 * @param removals what a layer deleted, in the order in which that was done
 * @param truncated whether there are more leaves or removals than {@link #LIMIT}
 */
public record Provenance(
        List<Layer> layers,
        List<ParameterUse> parameters,
        List<Leaf> leaves,
        List<Removal> removals,
        boolean truncated) {
    /** Stands for a value that is not shown. */
    public static final String REDACTED = "[REDACTED]";

    /** Leaves, and removals, that one answer holds. */
    public static final int LIMIT = 5_000;

    public Provenance {
        layers = List.copyOf(layers);
        parameters = List.copyOf(parameters);
        leaves = List.copyOf(leaves);
        removals = List.copyOf(removals);
    }

    /**
     * A layer that was merged.
     *
     * @param name such as {@code base}, {@code base#fragment}
     * @param origin where it begins; of a fragment with a condition, where that is
     * @param condition what the condition of a fragment reads
     */
    public record Layer(String name, Origin origin, Reads condition) {}

    /**
     * A parameter and who gave its value.
     *
     * @param value as text; {@code null} for one that nobody gives a value
     * @param source empty when nobody gives a value
     * @param attribute the attribute that gave the value
     * @param origin where the value is written; the declaration for an attribute, or when nobody
     *     gives a value; nowhere for an override
     */
    public record ParameterUse(
            String name,
            Parameter.Type type,
            String value,
            Optional<ParameterValue.Source> source,
            Optional<String> attribute,
            Origin origin) {}

    /**
     * What a template reads, as far as its text tells, sorted. Branches that were not taken count
     * too.
     */
    public record Reads(List<String> parameters, List<String> attributes, boolean agentId) {
        public static final Reads NOTHING = new Reads(List.of(), List.of(), false);

        public Reads {
            parameters = List.copyOf(parameters);
            attributes = List.copyOf(attributes);
        }
    }

    /**
     * A value of the configuration.
     *
     * @param path keys joined by {@code ::}, indexes in brackets, such as {@code
     *     service::pipelines::logs::receivers[0]}
     * @param layer the layer that gave it
     * @param origin where it, or the template that made it, is written
     * @param reads what its template, and those of the keys above it, read
     * @param replaced what earlier layers had there, the latest first
     */
    public record Leaf(
            String path,
            String value,
            String layer,
            Origin origin,
            Reads reads,
            List<Earlier> replaced) {
        public Leaf {
            replaced = List.copyOf(replaced);
        }
    }

    /** A value that a later layer replaced. */
    public record Earlier(String layer, Origin origin) {}

    /**
     * Something that is not in the configuration any more.
     *
     * @param path as it is written below {@code remove}
     * @param layer the layer that deleted it
     * @param origin where what was deleted is written
     */
    public record Removal(String path, String layer, Origin origin) {}
}
