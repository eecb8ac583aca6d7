package dev.myriarch.agent.pg;

import dev.myriarch.agent.ConfigProof;
import dev.myriarch.base.Value;
import java.util.List;
import java.util.Map;

/**
 * The paths of a comparison as JSON: {@code {differences: [[path, offered, reported]], leftOut}}.
 */
final class ProofJson {
    private ProofJson() {}

    static Value write(ConfigProof proof) {
        List<Value> differences =
                proof.differences().stream()
                        .<Value>map(
                                d -> Value.ofTexts(List.of(d.path(), d.offered(), d.reported())))
                        .toList();
        return new Value.Mapping(
                Map.of(
                        "differences",
                        new Value.Sequence(differences),
                        "leftOut",
                        Value.ofTexts(proof.leftOut())));
    }

    static List<ConfigProof.Difference> differences(Value paths) {
        return elements(paths, "differences").stream()
                .map(ProofJson::texts)
                .filter(parts -> parts.size() == 3)
                .map(parts -> new ConfigProof.Difference(parts.get(0), parts.get(1), parts.get(2)))
                .toList();
    }

    static List<String> leftOut(Value paths) {
        return texts(new Value.Sequence(elements(paths, "leftOut")));
    }

    private static List<Value> elements(Value paths, String key) {
        return paths instanceof Value.Mapping(Map<String, Value> entries)
                        && entries.get(key) instanceof Value.Sequence(List<Value> elements)
                ? elements
                : List.of();
    }

    private static List<String> texts(Value list) {
        return list instanceof Value.Sequence(List<Value> elements)
                ? elements.stream()
                        .filter(Value.Text.class::isInstance)
                        .map(element -> ((Value.Text) element).value())
                        .toList()
                : List.of();
    }
}
