package dev.myriarch.blueprint;

import dev.myriarch.base.SemanticVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings that components of collector releases take, read off their own code; see
 * docs/develop/following-a-release.md. Immutable and thread-safe; the descriptions that come with
 * the program are read when they are asked for first.
 */
final class ComponentFields {
    private static final String FOLDER = "components/";

    private final NavigableMap<SemanticVersion, ReleaseFields> releases = new TreeMap<>();

    ComponentFields(Collection<ReleaseFields> releases) {
        releases.forEach(release -> this.releases.put(release.version(), release));
    }

    /** The descriptions that come with the program. */
    static ComponentFields bundled() {
        return Bundled.FIELDS;
    }

    /**
     * What is known of the components of a collector.
     *
     * @param version as the collector reports it
     */
    Basis basis(Optional<String> version) {
        Optional<SemanticVersion> known = version.flatMap(SemanticVersion::parse);
        // The collector is at 0.x. A larger number is the own count of some distribution.
        if (known.isEmpty() || known.get().major() != 0) {
            return Basis.NONE;
        }
        Map.Entry<SemanticVersion, ReleaseFields> below = releases.floorEntry(known.get());
        if (below == null) {
            return Basis.NONE;
        }
        // Patch releases change no settings.
        if (below.getKey().minor() == known.get().minor()) {
            return new Basis(Precision.EXACT, List.of(below.getValue()));
        }
        Map.Entry<SemanticVersion, ReleaseFields> above = releases.higherEntry(known.get());
        return above == null
                ? new Basis(Precision.NEWER, List.of(below.getValue()))
                : new Basis(Precision.BETWEEN, List.of(below.getValue(), above.getValue()));
    }

    /** How well the descriptions fit. */
    enum Precision {
        /** The release itself is described. */
        EXACT,
        /** The nearest lower and the nearest higher release are: what both refuse is wrong. */
        BETWEEN,
        /** Only lower releases are, and this one may have learnt something new. */
        NEWER
    }

    /**
     * @param releases all of which must agree that something is wrong; empty when nothing is known
     */
    record Basis(Precision precision, List<ReleaseFields> releases) {
        static final Basis NONE = new Basis(Precision.NEWER, List.of());

        Basis {
            releases = List.copyOf(releases);
        }

        /** A component in every release; empty when one of them lacks it. */
        List<ReleaseFields.Component> find(ComponentKind kind, String type) {
            List<ReleaseFields.Component> found =
                    releases.stream().flatMap(each -> each.find(kind, type).stream()).toList();
            return found.size() == releases.size() ? found : List.of();
        }

        boolean isExact() {
            return precision == Precision.EXACT && !releases.isEmpty();
        }

        /** For messages: {@code collector 0.149.0}. */
        String text() {
            String versions =
                    releases.stream()
                            .map(release -> release.version().toString())
                            .collect(Collectors.joining(" and "));
            return "collector "
                    + versions
                    + (precision == Precision.NEWER
                            ? ", the newest release that is described"
                            : "");
        }
    }

    /** Initialized by the first use, once. */
    private static final class Bundled {
        static final ComponentFields FIELDS = new ComponentFields(read());

        private static List<ReleaseFields> read() {
            ComponentFieldsReader reader = new ComponentFieldsReader();
            return new String(bytes("index.txt"), StandardCharsets.UTF_8)
                    .lines()
                    .map(version -> reader.read(bytes(version + ".json")))
                    .toList();
        }

        /** Class path only: the descriptions are part of the program, like its classes. */
        private static byte[] bytes(String name) {
            try (InputStream in = ComponentFields.class.getResourceAsStream(FOLDER + name)) {
                if (in == null) {
                    throw new IllegalStateException("the program lacks its file " + name);
                }
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
