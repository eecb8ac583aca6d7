package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import dev.myriarch.yaml.CanonicalYaml;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Documents that together have every field, and what can be done to them. */
final class CompleteObjects {
    private static final Path FILE = Path.of("src/test/resources/gitops/complete.yaml");

    private CompleteObjects() {}

    static List<Value.Mapping> all() {
        return documents(FILE);
    }

    /** The documents of a file. */
    static List<Value.Mapping> documents(Path file) {
        try {
            return YamlReader.read(Files.readAllBytes(file), YamlLimits.defaults()).stream()
                    .map(YamlNode::toValue)
                    .filter(Value.Mapping.class::isInstance)
                    .map(Value.Mapping.class::cast)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectKind kind(Value.Mapping document) {
        if (document.entries().get("kind") instanceof Value.Text(String text)) {
            return ObjectKind.of(text).orElseThrow();
        }
        throw new AssertionError("no kind: " + document);
    }

    /** What the reader makes of a document. */
    static ParsedRepository read(Value document) {
        boolean sample =
                document instanceof Value.Mapping(var entries)
                        && Value.of("SampleAgent").equals(entries.get("kind"));
        return RepositoryParser.parse(
                List.of(
                        new RepositoryFile(
                                sample ? "samples/agents/a.yaml" : "a.yaml",
                                CanonicalYaml.write(document))),
                TimeBudget.UNLIMITED);
    }

    static boolean isAccepted(ParsedRepository parsed) {
        return parsed.issues().stream().noneMatch(Issue::isError);
    }

    /** The path of an entry as keys and {@code []}. */
    static List<String> steps(String path) {
        return List.of(path.replace("[]", ".[]").split("\\.", -1));
    }

    /** Whether something is at a path. */
    static boolean has(Value value, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        List<String> rest = path.subList(1, path.size());
        return switch (value) {
            case Value.Mapping(var entries) ->
                    Optional.ofNullable(entries.get(path.getFirst()))
                            .filter(child -> has(child, rest))
                            .isPresent();
            case Value.Sequence(var elements) ->
                    path.getFirst().equals("[]")
                            && elements.stream().anyMatch(child -> has(child, rest));
            case Value.Text _, Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ -> false;
        };
    }

    /**
     * A copy in which the values of the key at the end of {@code path} are what {@code change}
     * makes of them; an empty result takes the key away.
     */
    static Value changed(Value value, List<String> path, UnaryOperator<Optional<Value>> change) {
        String step = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        if (value instanceof Value.Sequence(var elements) && step.equals("[]")) {
            List<Value> copies = new ArrayList<>();
            elements.forEach(each -> copies.add(changed(each, rest, change)));
            return new Value.Sequence(copies);
        }
        if (!(value instanceof Value.Mapping(var entries))) {
            return value;
        }
        Map<String, Value> copies = new LinkedHashMap<>(entries);
        Optional<Value> before = Optional.ofNullable(entries.get(step));
        Optional<Value> after =
                rest.isEmpty()
                        ? change.apply(before)
                        : before.map(child -> changed(child, rest, change));
        copies.remove(step);
        after.ifPresent(child -> copies.put(step, child));
        return new Value.Mapping(copies);
    }
}
