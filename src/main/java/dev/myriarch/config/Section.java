package dev.myriarch.config;

import dev.myriarch.base.GoDuration;
import dev.myriarch.base.Secret;
import dev.myriarch.base.Value;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import dev.myriarch.yaml.YamlNode.ScalarNode;
import dev.myriarch.yaml.YamlNode.SequenceNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One map of the configuration while it is decoded. A key is looked for in the variables of the
 * process, then in the layers; what is wrong goes to the problems, and the default takes its place.
 * Confined to one thread.
 */
final class Section {
    private static final String ADDRESS = "must be an address such as :8080 or 127.0.0.1:8080";

    private final SectionKeys keys;

    private Section(SectionKeys keys) {
        this.keys = keys;
    }

    /**
     * @param layers the first that has a key gives its value
     */
    static Section root(Decoding decoding, List<MappingNode> layers) {
        return new Section(new SectionKeys(decoding, "", layers, true));
    }

    /** Decodes the map below {@code key} and reports what it did not ask for. */
    <T> T section(String key, Function<Section, T> decoder) {
        keys.registerSection(key);
        List<MappingNode> below = new ArrayList<>();
        for (MappingNode layer : keys.layers()) {
            layer.get(key).ifPresent(node -> addMapping(below, key, node));
        }
        return decode(keys.pathOf(key), below, keys.isOverridable(), decoder);
    }

    private void addMapping(List<MappingNode> below, String key, YamlNode node) {
        if (node instanceof MappingNode mapping) {
            below.add(mapping);
        } else if (!SectionKeys.isNull(node)) {
            keys.problem(key, "must be a map of settings");
        }
    }

    private <T> T decode(
            String path,
            List<MappingNode> layers,
            boolean overridable,
            Function<Section, T> decoder) {
        SectionKeys below = new SectionKeys(keys.decoding(), path, layers, overridable);
        T decoded = decoder.apply(new Section(below));
        below.reportUnknown();
        return decoded;
    }

    void reportUnknown() {
        keys.reportUnknown();
    }

    String text(String key, String fallback) {
        return text(key, fallback, Optional::of, "must be a string; put it in quotes");
    }

    /** A text that is one of {@code choices}. */
    String choice(String key, String fallback, List<String> choices) {
        List<String> quoted = choices.stream().map(one -> '"' + one + '"').toList();
        return text(
                key,
                fallback,
                text -> Optional.of(text).filter(choices::contains),
                "must be one of " + String.join(", ", quoted));
    }

    private String text(
            String key,
            String fallback,
            Function<String, Optional<String>> parser,
            String expectation) {
        keys.register(key, "text", '"' + fallback + '"');
        return new ScalarReader<>(keys, Value.Text.class, parser, expectation)
                .read(key, fallback, fallback);
    }

    /** A text that nobody may see. */
    Secret secret(String key) {
        Secret secret = new Secret(text(key, ""));
        boolean shown = secret.reveal().isEmpty();
        keys.setEffective(key, Value.of(shown ? "" : secret.toString()));
        return secret;
    }

    /** The path of a file or folder; empty when the text is. */
    Optional<Path> path(String key) {
        Optional<Path> path = anyPath(key);
        if (key.endsWith("File")) {
            path.ifPresent(file -> keys.decoding().addFile(new SecretFile(keys.pathOf(key), file)));
        }
        return path;
    }

    private Optional<Path> anyPath(String key) {
        String text = text(key, "");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            keys.problem(key, "must be a path: " + e.getReason());
            return Optional.empty();
        }
    }

    /** A file with a secret; empty when the text is. It is not read yet. */
    Optional<SecretFile> secretFile(String key) {
        Optional<SecretFile> file = path(key).map(found -> new SecretFile(keys.pathOf(key), found));
        file.ifPresent(keys.decoding()::add);
        return file;
    }

    /** An address to listen on. */
    ListenAddress address(String key, ListenAddress fallback) {
        String text =
                text(
                        key,
                        fallback.toString(),
                        found -> ListenAddress.parse(found).map(ListenAddress::toString),
                        ADDRESS);
        return ListenAddress.parse(text).orElse(fallback);
    }

    /** An address to listen on; empty when the text is. */
    Optional<ListenAddress> optionalAddress(String key, ListenAddress fallback) {
        String text =
                text(
                        key,
                        fallback.toString(),
                        found ->
                                found.isEmpty()
                                        ? Optional.of("")
                                        : ListenAddress.parse(found).map(ListenAddress::toString),
                        ADDRESS);
        return ListenAddress.parse(text);
    }

    boolean bool(String key, boolean fallback) {
        keys.register(key, "boolean", Boolean.toString(fallback));
        return new ScalarReader<>(
                        keys, Value.Bool.class, Section::parseBool, "must be true or false")
                .read(key, fallback, Boolean.toString(fallback));
    }

    private static Optional<Boolean> parseBool(String text) {
        return switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    int integer(String key, int fallback, int least, int most) {
        return (int) number(key, fallback, least, most);
    }

    long number(String key, long fallback, long least, long most) {
        keys.register(key, "integer", Long.toString(fallback));
        return new ScalarReader<>(
                        keys,
                        Value.Int.class,
                        text -> parseLong(text).filter(value -> value >= least && value <= most),
                        "must be an integer from %d to %d".formatted(least, most))
                .read(key, fallback, Long.toString(fallback));
    }

    private static Optional<Long> parseLong(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * @param fallback as in {@code 30s}
     * @param least the shortest that is allowed; with {@code 0s}, the file may say {@code 0}
     * @param most the longest that is allowed
     */
    Duration duration(String key, String fallback, String least, String most) {
        keys.register(key, "duration", fallback);
        Duration lower = knownDuration(least);
        Duration upper = knownDuration(most);
        return new ScalarReader<>(
                        keys,
                        // A zero needs no unit; every other integer is refused by the parser.
                        Value.Int.class,
                        text ->
                                GoDuration.parse(text)
                                        .map(GoDuration::toDuration)
                                        .filter(value -> value.compareTo(lower) >= 0)
                                        .filter(value -> value.compareTo(upper) <= 0),
                        "must be a duration such as %s, from %s to %s"
                                .formatted(fallback, least, most))
                .read(key, knownDuration(fallback), fallback);
    }

    private static Duration knownDuration(String text) {
        return GoDuration.parse(text).orElseThrow().toDuration();
    }

    /** A list of texts; in a variable they are separated by commas. */
    List<String> texts(String key, List<String> fallback) {
        List<String> texts = readTexts(key, fallback);
        keys.setEffective(key, Value.ofTexts(texts));
        return texts;
    }

    private List<String> readTexts(String key, List<String> fallback) {
        keys.register(key, "list", "[" + String.join(", ", fallback) + "]");
        Optional<String> override = keys.override(key);
        if (override.isPresent()) {
            return Arrays.stream(override.get().split(","))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .toList();
        }
        Optional<YamlNode> node = keys.node(key);
        if (node.isEmpty()) {
            return fallback;
        }
        if (!(node.get() instanceof SequenceNode sequence)) {
            keys.problem(key, "must be a list of strings");
            return fallback;
        }
        List<String> texts = new ArrayList<>();
        for (YamlNode element : sequence.elements()) {
            text(keys.pathOf(key), element).ifPresent(texts::add);
        }
        return List.copyOf(texts);
    }

    /** A map of texts; no variable overrides it. */
    Map<String, String> textMap(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (YamlNode.Entry entry : entries(key)) {
            text(keys.pathOf(key) + "." + entry.name(), entry.value())
                    .ifPresent(text -> texts.put(entry.name(), text));
        }
        return Map.copyOf(texts);
    }

    /** A map of lists of texts; no variable overrides it. */
    Map<String, List<String>> textListMap(String key) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        for (YamlNode.Entry entry : entries(key)) {
            String name = entry.name();
            MappingNode one = new MappingNode(entry.key().position(), false, List.of(entry));
            lists.put(
                    name,
                    decode(
                            keys.pathOf(key),
                            List.of(one),
                            false,
                            below -> below.texts(name, List.of())));
        }
        return Map.copyOf(lists);
    }

    private List<YamlNode.Entry> entries(String key) {
        keys.registerStructure(key, "map", "{}");
        Optional<YamlNode> node = keys.node(key);
        if (node.isEmpty()) {
            return List.of();
        }
        if (node.get() instanceof MappingNode mapping) {
            return mapping.entries();
        }
        keys.problem(key, "must be a map");
        return List.of();
    }

    private Optional<String> text(String at, YamlNode node) {
        Decoding decoding = keys.decoding();
        if (node instanceof ScalarNode scalar
                && scalar.value() instanceof Value.Text(String text)) {
            return decoding.environment().expand(text, at, decoding.problems());
        }
        decoding.problems()
                .add(at, Optional.of(node.position()), "must be a string; put it in quotes");
        return Optional.empty();
    }

    /** A list of maps; no variable overrides it. */
    <T> List<T> sections(String key, Function<Section, T> decoder) {
        keys.registerStructure(key, "list", "[]");
        Optional<YamlNode> node = keys.node(key);
        if (node.isEmpty()) {
            return List.of();
        }
        if (!(node.get() instanceof SequenceNode sequence)) {
            keys.problem(key, "must be a list of maps");
            return List.of();
        }
        List<T> decoded = new ArrayList<>();
        for (YamlNode element : sequence.elements()) {
            String at = "%s[%d]".formatted(keys.pathOf(key), decoded.size());
            if (element instanceof MappingNode mapping) {
                decoded.add(decode(at, List.of(mapping), false, decoder));
            } else {
                keys.decoding()
                        .problems()
                        .add(at, Optional.of(element.position()), "must be a map");
            }
        }
        return List.copyOf(decoded);
    }
}
