package dev.myriarch.opamp;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.SecretNames;
import dev.myriarch.base.Value;
import dev.myriarch.yaml.CanonicalYaml;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Redacts a configuration as the tree that it is: every scalar at or below a key that names a
 * secret, but for the fields that only describe it, and what shows by its form in every other text.
 * The result is canonical YAML, so that equal configurations are equal texts.
 */
final class TreeRedaction {
    private final SecretRedactor redactor;

    TreeRedaction(SecretRedactor redactor) {
        this.redactor = redactor;
    }

    /** Empty when {@code text} is not one YAML mapping within the limits. */
    Optional<String> redact(String text) {
        try {
            return parse(text)
                    .map(this::redact)
                    .map(tree -> new String(CanonicalYaml.write(tree), StandardCharsets.UTF_8));
        } catch (YamlException | IllegalArgumentException notOurYaml) {
            return Optional.empty();
        }
    }

    /** Empty when {@code text} is not one YAML mapping within the limits. */
    static Optional<Value.Mapping> parse(String text) {
        try {
            List<YamlNode> documents = YamlReader.read(text, YamlLimits.defaults());
            return documents.size() == 1
                            && documents.getFirst() instanceof YamlNode.MappingNode root
                    ? Optional.of(root.toValue())
                    : Optional.empty();
        } catch (YamlException | IllegalArgumentException notOurYaml) {
            return Optional.empty();
        }
    }

    /** The same tree without secrets. */
    Value redact(Value tree) {
        return redact(tree, false);
    }

    private Value redact(Value value, boolean secret) {
        return switch (value) {
            case Value.Mapping(Map<String, Value> entries) -> {
                Optional<NamedValue> named = NamedValue.of(entries);
                Map<String, Value> redacted = new LinkedHashMap<>();
                entries.forEach((key, entry) ->
                        redacted.put(
                                redactor.redactMessage(key),
                                redact(entry, isSecret(key, entry, secret, named))));
                yield new Value.Mapping(redacted);
            }
            case Value.Sequence(List<Value> elements) ->
                    new Value.Sequence(
                            elements.stream().map(element -> redact(element, secret)).toList());
            case Value.Text(String text) ->
                    Value.of(secret ? redactor.redactValue(text) : redactor.redactMessage(text));
            case Value.Int(var number) ->
                    secret ? Value.of(redactor.marker(number.toString())) : value;
            case Value.Decimal(double number) ->
                    secret ? Value.of(redactor.marker(GoFloat.shortest(number))) : value;
            case Value.Bool _, Value.Null _ -> value;
        };
    }

    /**
     * @param within whether the mapping is, or is below, something that is named after a secret
     */
    private static boolean isSecret(
            String key, Value entry, boolean within, Optional<NamedValue> named) {
        if (named.map(pair -> pair.isSecret(key)).orElse(SecretNames.isSecret(key))) {
            return true;
        }
        boolean nested = entry instanceof Value.Mapping || entry instanceof Value.Sequence;
        boolean harmless =
                SecretNames.isHarmlessField(key)
                        || named.filter(pair -> pair.nameKey().equals(key)).isPresent();
        return within && (nested || !harmless);
    }

    /**
     * A pair that spells its name out, as processors and headers write it: {@code {key: site.id,
     * value: "0042", action: upsert}}, {@code {name: Authorization, value: …}}. The name is no
     * secret itself, and says whether the value is one.
     *
     * @param nameKey the key that holds the name
     */
    private record NamedValue(String nameKey, String name) {
        static Optional<NamedValue> of(Map<String, Value> entries) {
            boolean pair = entries.containsKey("value") || entries.containsKey("action");
            for (String key : List.of("key", "name")) {
                if (pair && entries.get(key) instanceof Value.Text(String name)) {
                    return Optional.of(new NamedValue(key, name));
                }
            }
            return Optional.empty();
        }

        boolean isSecret(String key) {
            if (key.equals(nameKey)) {
                return false;
            }
            return SecretNames.isSecret(key.equals("value") ? name : key);
        }
    }
}
