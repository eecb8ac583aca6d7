package dev.myriarch.gitops;

import dev.myriarch.base.GoDuration;
import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.KeyForm;
import dev.myriarch.gitops.FieldType.ObjectType;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import dev.myriarch.yaml.YamlNode.ScalarNode;
import dev.myriarch.yaml.YamlNode.SequenceNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Holds a document against the description of its kind: unknown, missing and wrong fields, each
 * with its place. A null counts as a field that is not there. Confined to one document.
 */
final class SchemaCheck {
    static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._/-]{0,63}");

    private final Origin document;
    private final Issues issues;
    private final Map<String, Origin> positions = new HashMap<>();
    private int errors;

    private SchemaCheck(Origin document, Issues issues) {
        this.document = document;
        this.issues = issues;
    }

    /**
     * @param positions place of every described value, by path
     */
    record Result(boolean sound, Map<String, Origin> positions) {}

    static Result check(MappingNode node, ObjectType type, Origin document, Issues issues) {
        SchemaCheck check = new SchemaCheck(document, issues);
        check.checkObject(node, type, "");
        return new Result(check.errors == 0, check.positions);
    }

    /** The place of {@code node} under {@code path}. */
    private Origin at(YamlNode node, String path) {
        return document.at(node.position().line(), node.position().column(), path);
    }

    private void error(String code, YamlNode node, String path, String message) {
        errors++;
        issues.error(code, at(node, path), message);
    }

    private void invalid(YamlNode node, String path, String expected) {
        error("invalid_field", node, path, "must be " + expected + ", not " + typeName(node));
    }

    private static String typeName(YamlNode node) {
        return switch (node) {
            case MappingNode _ -> "a map";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar ->
                    switch (scalar.value()) {
                        case Value.Text _ -> "this text";
                        case Value.Int _ -> "an integer";
                        case Value.Decimal _ -> "a number";
                        case Value.Bool _ -> "a boolean";
                        case Value.Null _ -> "null";
                        case Value.Sequence _, Value.Mapping _ -> "this";
                    };
        };
    }

    private void check(YamlNode node, FieldType type, String path) {
        positions.put(path, at(node, path));
        switch (type) {
            case FieldType.TextType _ -> text(node, path);
            case FieldType.NameType _ -> checkName(node, path);
            case FieldType.LabelType _ -> checkLabel(node, path);
            case FieldType.IntType(long min, long max, boolean decoded) -> {
                if (decoded) {
                    checkInt(node, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
                } else {
                    checkInt(node, path, min, max);
                }
            }
            case FieldType.NumberType _ -> {
                if (!isNumber(node)) {
                    invalid(node, path, "a number");
                }
            }
            case FieldType.BoolType _ -> {
                if (!(node instanceof ScalarNode scalar && scalar.value() instanceof Value.Bool)) {
                    invalid(node, path, "true or false");
                }
            }
            case FieldType.DurationType(boolean positive) -> checkDuration(node, path, positive);
            case FieldType.ChoiceType(var values) -> checkChoice(node, path, values);
            case FieldType.ListType(FieldType element) -> checkList(node, path, element);
            case FieldType.MapType(KeyForm keys, FieldType value) ->
                    checkMap(node, path, keys, value);
            case ObjectType object -> {
                if (node instanceof MappingNode map) {
                    checkObject(map, object, path);
                } else {
                    invalid(node, path, "a map");
                }
            }
            case FieldType.FreeMapType _ -> {
                if (!(node instanceof MappingNode)) {
                    invalid(node, path, "a map");
                }
            }
            case FieldType.AnyType _ -> {}
        }
    }

    private void checkObject(MappingNode map, ObjectType type, String path) {
        for (YamlNode.Entry entry : map.entries()) {
            String child = path.isEmpty() ? entry.name() : path + "." + entry.name();
            Optional<Field> field = type.field(entry.name());
            if (field.isEmpty()) {
                unknown(entry, type, child);
            } else if (isPresent(entry.value())) {
                check(entry.value(), field.get().type(), child);
            }
        }
        for (Field field : type.fields()) {
            if (field.required()
                    && map.get(field.name()).filter(SchemaCheck::isPresent).isEmpty()) {
                error(
                        "invalid_field",
                        map,
                        path.isEmpty() ? field.name() : path + "." + field.name(),
                        "the field %s is required".formatted(field.name()));
            }
        }
    }

    private static boolean isPresent(YamlNode node) {
        return !(node instanceof ScalarNode scalar && scalar.isNull());
    }

    private void unknown(YamlNode.Entry entry, ObjectType type, String path) {
        List<String> names = type.fields().stream().map(Field::name).toList();
        String hint =
                Nearest.to(entry.name(), names)
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("; there are " + String.join(", ", names));
        error(
                "unknown_field",
                entry.key(),
                path,
                "there is no field %s here%s".formatted(shown(entry.name()), hint));
    }

    /** At most 40 characters of what the author wrote. */
    static String shown(String text) {
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (clean.length() <= 40 ? clean : clean.substring(0, 39) + "…") + '"';
    }

    private Optional<String> text(YamlNode node, String path) {
        if (node instanceof ScalarNode scalar) {
            if (scalar.value() instanceof Value.Text(String text)) {
                return Optional.of(text);
            }
            error(
                    "invalid_field",
                    node,
                    path,
                    "must be a string, not %s; put it in quotes".formatted(typeName(node)));
        } else {
            invalid(node, path, "a string");
        }
        return Optional.empty();
    }

    private void checkName(YamlNode node, String path) {
        Optional<String> text = text(node, path);
        if (text.isPresent() && !NAME.matcher(text.get()).matches()) {
            error(
                    "invalid_name",
                    node,
                    path,
                    "%s is no name; it has 1 to 63 of a-z, 0-9 and -, and no - at either end"
                            .formatted(shown(text.get())));
        }
    }

    private void checkLabel(YamlNode node, String path) {
        Optional<String> text = text(node, path);
        if (text.isPresent() && !LABEL.matcher(text.get()).matches()) {
            error(
                    "invalid_field",
                    node,
                    path,
                    "a label has at most 63 characters of A-Z a-z 0-9 . _ - /");
        }
    }

    private void checkInt(YamlNode node, String path, long min, long max) {
        if (!(node instanceof ScalarNode scalar
                && scalar.value() instanceof Value.Int(var number))) {
            invalid(node, path, "an integer");
        } else if (number.bitLength() > 63
                || number.longValue() < min
                || number.longValue() > max) {
            error("invalid_field", node, path, "must be from %d to %d".formatted(min, max));
        }
    }

    private static boolean isNumber(YamlNode node) {
        return node instanceof ScalarNode scalar
                && switch (scalar.value()) {
                    case Value.Int _ -> true;
                    case Value.Decimal(double number) -> Double.isFinite(number);
                    case Value.Text _, Value.Bool _, Value.Null _ -> false;
                    case Value.Sequence _, Value.Mapping _ -> false;
                };
    }

    private void checkDuration(YamlNode node, String path, boolean positive) {
        Optional<GoDuration> duration =
                node instanceof ScalarNode scalar
                        ? GoDuration.parse(scalar.text())
                        : Optional.empty();
        if (duration.isEmpty()) {
            invalid(node, path, "a duration such as 30s or 1h30m");
        } else if (duration.get().nanos() < 0 || (positive && duration.get().nanos() == 0)) {
            error(
                    "invalid_field",
                    node,
                    path,
                    positive ? "must be longer than 0" : "must not be negative");
        }
    }

    private void checkChoice(YamlNode node, String path, List<String> values) {
        Optional<String> text = text(node, path);
        if (text.isPresent() && !values.contains(text.get())) {
            error(
                    "invalid_field",
                    node,
                    path,
                    "must be one of %s, not %s"
                            .formatted(String.join(", ", values), shown(text.get())));
        }
    }

    private void checkList(YamlNode node, String path, FieldType element) {
        if (!(node instanceof SequenceNode list)) {
            invalid(node, path, "a list");
            return;
        }
        for (int index = 0; index < list.elements().size(); index++) {
            check(list.elements().get(index), element, path + "[" + index + "]");
        }
    }

    private void checkMap(YamlNode node, String path, KeyForm keys, FieldType value) {
        if (!(node instanceof MappingNode map)) {
            invalid(node, path, "a map");
            return;
        }
        for (YamlNode.Entry entry : map.entries()) {
            String child = path + "." + entry.name();
            if (entry.name().isEmpty()) {
                error("invalid_field", entry.key(), child, "a key must not be empty");
            } else if (keys == KeyForm.LABEL && !LABEL.matcher(entry.name()).matches()) {
                error(
                        "invalid_field",
                        entry.key(),
                        child,
                        "a key has at most 63 characters of A-Z a-z 0-9 . _ - /");
            }
            check(entry.value(), value, child);
        }
    }
}
