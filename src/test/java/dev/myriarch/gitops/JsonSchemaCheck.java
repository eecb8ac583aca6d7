package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of JSON Schema draft-07 that the project's schemas use. A keyword that it does not know
 * is an error, so that no rule passes unseen.
 */
public final class JsonSchemaCheck {
    private static final Set<String> NOTES =
            Set.of("$schema", "title", "description", "default", "definitions");

    private final Value.Mapping root;

    private JsonSchemaCheck(Value.Mapping root) {
        this.root = root;
    }

    /** What is wrong with {@code value}; empty when it is valid. */
    public static List<String> problems(Value.Mapping schema, Value value) {
        return new JsonSchemaCheck(schema).check(schema, value, "");
    }

    private List<String> check(Value schema, Value value, String path) {
        List<String> problems = new ArrayList<>();
        Map<String, Value> rules =
                schema instanceof Value.Mapping(var entries)
                        ? entries
                        : Map.of("additional", Value.ofNull());
        rules.forEach((keyword, rule) -> {
            if (!NOTES.contains(keyword)) {
                problems.addAll(apply(keyword, rule, rules, value, path));
            }
        });
        return problems;
    }

    private List<String> apply(
            String keyword, Value rule, Map<String, Value> rules, Value value, String path) {
        return switch (keyword) {
            case "$ref" -> check(referenced(text(rule)), value, path);
            case "type" -> unless(types(rule).stream().anyMatch(t -> isOf(value, t)), path, rule);
            case "enum" -> unless(elements(rule).contains(value), path, rule);
            case "pattern" ->
                    unless(
                            !(value instanceof Value.Text(String text))
                                    || Pattern.compile(text(rule)).matcher(text).find(),
                            path,
                            rule);
            case "minLength" ->
                    unless(
                            !(value instanceof Value.Text(String text))
                                    || text.length() >= number(rule),
                            path,
                            rule);
            case "minimum" -> unless(!isNumber(value) || number(value) >= number(rule), path, rule);
            case "maximum" -> unless(!isNumber(value) || number(value) <= number(rule), path, rule);
            case "not" -> unless(!check(rule, value, path).isEmpty(), path, rule);
            case "oneOf" -> oneOf(elements(rule), value, path);
            case "items" -> items(rule, value, path);
            case "required" -> required(rule, value, path);
            case "properties", "additionalProperties" ->
                    keyword.equals("properties") || !rules.containsKey("properties")
                            ? properties(rules, value, path)
                            : List.of();
            case "propertyNames" -> propertyNames(rule, value, path);
            default -> throw new AssertionError("keyword " + keyword);
        };
    }

    private Value referenced(String reference) {
        String prefix = "#/definitions/";
        if (!reference.startsWith(prefix)
                || !(root.entries().get("definitions") instanceof Value.Mapping(var all))
                || !all.containsKey(reference.substring(prefix.length()))) {
            throw new AssertionError("reference " + reference);
        }
        return all.getOrDefault(reference.substring(prefix.length()), Value.ofNull());
    }

    private List<String> oneOf(List<Value> schemas, Value value, String path) {
        List<List<String>> all = schemas.stream().map(each -> check(each, value, path)).toList();
        long fitting = all.stream().filter(List::isEmpty).count();
        return unless(fitting == 1, path, Value.of("one of, but " + fitting + " fit: " + all));
    }

    private List<String> items(Value rule, Value value, String path) {
        List<String> problems = new ArrayList<>();
        if (value instanceof Value.Sequence(var elements)) {
            for (int index = 0; index < elements.size(); index++) {
                problems.addAll(check(rule, elements.get(index), path + "[" + index + "]"));
            }
        }
        return problems;
    }

    private static List<String> required(Value rule, Value value, String path) {
        List<String> problems = new ArrayList<>();
        if (value instanceof Value.Mapping(var entries)) {
            for (Value name : elements(rule)) {
                problems.addAll(
                        unless(entries.containsKey(text(name)), path + "." + text(name), name));
            }
        }
        return problems;
    }

    private List<String> properties(Map<String, Value> rules, Value value, String path) {
        List<String> problems = new ArrayList<>();
        if (value instanceof Value.Mapping(var entries)) {
            Map<String, Value> known =
                    rules.get("properties") instanceof Value.Mapping(var all) ? all : Map.of();
            Value others = rules.getOrDefault("additionalProperties", Value.of(true));
            entries.forEach((name, each) -> {
                String child = path + "." + name;
                Value rule = known.getOrDefault(name, others);
                if (rule instanceof Value.Bool(boolean allowed)) {
                    problems.addAll(unless(allowed, child, Value.of("no such property")));
                } else {
                    problems.addAll(check(rule, each, child));
                }
            });
        }
        return problems;
    }

    private List<String> propertyNames(Value rule, Value value, String path) {
        List<String> problems = new ArrayList<>();
        if (value instanceof Value.Mapping(var entries)) {
            entries.keySet()
                    .forEach(name ->
                            problems.addAll(check(rule, Value.of(name), path + "." + name)));
        }
        return problems;
    }

    private static List<String> unless(boolean holds, String path, Value rule) {
        return holds ? List.of() : List.of(path + ": " + rule);
    }

    private static List<String> types(Value rule) {
        return rule instanceof Value.Sequence(var all)
                ? all.stream().map(JsonSchemaCheck::text).toList()
                : List.of(text(rule));
    }

    private static boolean isOf(Value value, String type) {
        return switch (type) {
            case "string" -> value instanceof Value.Text;
            case "integer" -> value instanceof Value.Int;
            case "number" -> isNumber(value);
            case "boolean" -> value instanceof Value.Bool;
            case "null" -> value instanceof Value.Null;
            case "array" -> value instanceof Value.Sequence;
            case "object" -> value instanceof Value.Mapping;
            default -> throw new AssertionError("type " + type);
        };
    }

    private static boolean isNumber(Value value) {
        return value instanceof Value.Int || value instanceof Value.Decimal;
    }

    private static double number(Value value) {
        return switch (value) {
            case Value.Int(var number) -> number.doubleValue();
            case Value.Decimal(double number) -> number;
            case Value.Text _, Value.Bool _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw new AssertionError("no number: " + value);
        };
    }

    private static List<Value> elements(Value rule) {
        if (rule instanceof Value.Sequence(var all)) {
            return all;
        }
        throw new AssertionError("no list: " + rule);
    }

    private static String text(Value rule) {
        if (rule instanceof Value.Text(String text)) {
            return text;
        }
        throw new AssertionError("no text: " + rule);
    }
}
