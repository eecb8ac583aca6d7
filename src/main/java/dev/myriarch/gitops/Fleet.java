package dev.myriarch.gitops;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Value;
import dev.myriarch.base.VersionRange;
import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.domain.Selector;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A group of agents and what it runs.
 *
 * @param presentation texts for people
 * @param match which agents belong to it
 * @param blueprint name of the leaf blueprint
 * @param parameters values for the parameters of the blueprint
 * @param manageBridges {@code spec.bridge.manage}
 */
public record Fleet(
        ObjectMeta meta,
        Presentation presentation,
        Match match,
        String blueprint,
        Map<String, ParameterValue> parameters,
        Collector collector,
        Updates updates,
        boolean manageBridges)
        implements RepositoryObject {
    public Fleet {
        Objects.requireNonNull(meta, "meta");
        Objects.requireNonNull(blueprint, "blueprint");
        parameters = Map.copyOf(parameters);
    }

    public String displayName() {
        return presentation.displayName();
    }

    /** Texts for people; empty when not set. */
    public record Presentation(String displayName, String description) {}

    /**
     * @param priority the highest one wins where selectors overlap
     */
    public record Match(Selector selector, int priority) {}

    /**
     * @param version target version without v; empty when versions are not managed
     */
    public record Collector(String distribution, Optional<SemanticVersion> version) {}

    /**
     * How versions and configurations are rolled out.
     *
     * @param executorReference name of an Executor, for webhook and awx
     * @param parameters free form, for the executor
     * @param selection frame for choosing the target version in the UI
     * @param configPolicy name of a RolloutPolicy
     * @param versionPolicy name of a RolloutPolicy
     */
    public record Updates(
            UpdateExecutor executor,
            Optional<String> executorReference,
            Value.Mapping parameters,
            Selection selection,
            String configPolicy,
            String versionPolicy) {}

    /** Who changes the version on hosts. */
    public enum UpdateExecutor {
        NONE,
        UPDATER,
        WEBHOOK,
        AWX,
        MANUAL;

        /** Spelling in the repository. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param range accepted versions; exactly one of range and versions is set when enabled
     */
    public record Selection(
            boolean enabled,
            Optional<VersionRange> range,
            List<SemanticVersion> versions,
            boolean allowDowngrade,
            boolean requireReason,
            Optional<String> rolloutPolicy) {
        public static final Selection DISABLED =
                new Selection(false, Optional.empty(), List.of(), false, false, Optional.empty());

        public Selection {
            versions = List.copyOf(versions);
        }

        /** Whether {@code version} lies inside the frame. */
        public boolean allows(SemanticVersion version) {
            return range.map(each -> each.contains(version))
                    .orElseGet(() -> versions.contains(version));
        }
    }
}
