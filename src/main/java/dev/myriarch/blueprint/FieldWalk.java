package dev.myriarch.blueprint;

import dev.myriarch.base.GoDuration;
import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ComponentFields.Basis;
import dev.myriarch.blueprint.ComponentFields.Precision;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the settings of one component with their description, as the collector decodes them:
 * keys by case, without conversions between types, a text where a list of scalars stands is split
 * at its commas. Confined to one check.
 */
final class FieldWalk {
    /** Below a millisecond: nobody means 30 nanoseconds. */
    private static final BigInteger LEAST_NANOS = BigInteger.valueOf(1_000_000);

    /**
     * Most parts that may be left out can be switched off with this key, by a feature gate that is
     * on since 0.138.0; the descriptions do not list it.
     */
    private static final String SWITCH = "enabled";

    private final String component;
    private final FieldShape root;
    private final Basis basis;
    private final List<Located> findings = new ArrayList<>();

    /**
     * @param component kind and type for messages
     */
    FieldWalk(String component, FieldShape root, Basis basis) {
        this.component = component;
        this.root = root;
        this.basis = basis;
    }

    /**
     * A finding and the setting that it is about, by which two releases are compared: what comes
     * from one template has one origin only.
     */
    record Located(String path, Finding finding) {
        boolean isSamePlaceAs(Located other) {
            return path.equals(other.path)
                    && finding.code().equals(other.finding.code())
                    && finding.origin().equals(other.finding.origin());
        }
    }

    List<Located> check(MapNode settings) {
        checkKeys(root, settings, "", root.custom());
        return List.copyOf(findings);
    }

    /**
     * @param path keys below the component, joined by {@code ::}
     * @param custom whether this or something above it is read by code of the component's own
     */
    private void checkValue(FieldShape shape, ConfigNode node, String path, boolean custom) {
        if (node.isNull() || isReference(node)) {
            return;
        }
        switch (shape.type()) {
            case ANY -> {}
            case OBJECT -> {
                if (node instanceof MapNode map) {
                    checkKeys(shape, map, path, custom);
                } else {
                    wrongShape("a map", node, path, custom);
                }
            }
            case MAP -> {
                if (node instanceof MapNode map) {
                    map.entries()
                            .forEach((key, entry) -> checkItem(shape, entry.value(), path, custom));
                } else {
                    wrongShape("a map", node, path, custom);
                }
            }
            case LIST -> checkList(shape, node, path, custom);
            case STRING, INT, UINT, FLOAT, BOOL, DURATION -> checkScalar(shape, node, path, custom);
        }
    }

    private void checkKeys(FieldShape shape, MapNode map, String path, boolean custom) {
        map.entries()
                .forEach((key, entry) -> {
                    FieldShape field = shape.fields().get(key);
                    if (field != null) {
                        checkValue(field, entry.value(), join(path, key), custom || field.custom());
                    } else if (!custom && !shape.fields().isEmpty()) {
                        unknown(shape, key, entry, path);
                    }
                });
    }

    private void checkItem(FieldShape shape, ConfigNode element, String path, boolean custom) {
        shape.items().ifPresent(item -> checkValue(item, element, path, custom || item.custom()));
    }

    private void checkList(FieldShape shape, ConfigNode node, String path, boolean custom) {
        if (node instanceof ListNode(_, var elements)) {
            elements.forEach(element -> checkItem(shape, element, path, custom));
        } else if (!(isText(node)
                && shape.items().filter(each -> !each.type().isScalar()).isEmpty())) {
            wrongShape("a list", node, path, custom);
        }
    }

    private void checkScalar(FieldShape shape, ConfigNode node, String path, boolean custom) {
        if (!(node instanceof ScalarLeaf(Origin origin, Value value))) {
            wrongShape(scalarName(shape.type()), node, path, custom);
            return;
        }
        Optional<String> problem =
                switch (shape.type()) {
                    case DURATION -> durationProblem(value, shape.secret());
                    case BOOL -> value instanceof Value.Bool ? Optional.empty() : notBool(value);
                    case INT, UINT, FLOAT ->
                            custom || value instanceof Value.Int || value instanceof Value.Decimal
                                    ? Optional.empty()
                                    : Optional.of("takes a number, not a " + value.typeName());
                    // Texts may be sizes, levels or ids, and their rules are not described.
                    case STRING, LIST, MAP, OBJECT, ANY -> Optional.empty();
                };
        // A newer release may have made a word or a size of a switch or a number.
        if (basis.precision() != Precision.NEWER || shape.type() == FieldShape.Type.DURATION) {
            problem.ifPresent(text -> wrongType(origin, path, text));
        }
    }

    private static Optional<String> notBool(Value value) {
        return Optional.of(
                value instanceof Value.Text
                        ? "takes true or false without quotes, not a text"
                        : "takes true or false, not a " + value.typeName());
    }

    private static Optional<String> durationProblem(Value value, boolean secret) {
        return switch (value) {
            case Value.Text(String text) ->
                    GoDuration.parse(text).isPresent()
                            ? Optional.empty()
                            : Optional.of(
                                    (secret ? "the value" : Quote.of(text))
                                            + " is no duration; write it as 30s or 1h30m");
            case Value.Int(BigInteger number) ->
                    number.signum() <= 0 || number.compareTo(LEAST_NANOS) >= 0
                            ? Optional.empty()
                            : Optional.of(
                                    "takes a number as nanoseconds; write %ss for seconds"
                                            .formatted(number));
            case Value.Bool _ -> Optional.of("takes a duration such as 30s, not a bool");
            case Value.Decimal _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    Optional.empty();
        };
    }

    /** A newer release, or code of the component's own, may take another shape. */
    private void wrongShape(String wanted, ConfigNode node, String path, boolean custom) {
        if (!custom && basis.precision() != Precision.NEWER) {
            wrongType(node.origin(), path, "takes %s, not a %s".formatted(wanted, node.typeName()));
        }
    }

    private void wrongType(Origin origin, String path, String problem) {
        Finding finding =
                Finding.warning(
                        "component_field_type",
                        origin,
                        "%s of the %s: %s (%s)".formatted(path, component, problem, basis.text()));
        add(new Located(path, finding));
    }

    private void unknown(FieldShape shape, String key, Entry entry, String path) {
        boolean isSwitch = key.equals(SWITCH) && !path.isEmpty();
        if (isSwitch || key.contains("${") || isFull()) {
            return;
        }
        FieldHint hint = FieldHint.of(root, shape, key);
        // A newer release may have this key; only a slip of the pen is not worth that doubt.
        if (basis.precision() == Precision.NEWER && !hint.isSlip()) {
            return;
        }
        String place = path.isEmpty() ? "" : " below " + path;
        Finding finding =
                Finding.warning(
                        "unknown_component_field",
                        entry.keyOrigin(),
                        "the %s has no setting %s%s in %s; %s"
                                .formatted(
                                        component,
                                        Quote.of(key),
                                        place,
                                        basis.text(),
                                        hint.text()));
        add(new Located(join(path, key), finding));
    }

    private void add(Located found) {
        if (!isFull()) {
            findings.add(found);
        }
    }

    private boolean isFull() {
        return findings.size() >= FieldCheck.LIMIT;
    }

    private static String join(String path, String key) {
        return path.isEmpty() ? key : path + "::" + key;
    }

    private static boolean isText(ConfigNode node) {
        return node instanceof ScalarLeaf(_, Value.Text _);
    }

    /** Whether the collector puts something else here that we do not see. */
    private static boolean isReference(ConfigNode node) {
        return node instanceof ScalarLeaf(_, Value.Text(String text)) && text.contains("${");
    }

    private static String scalarName(FieldShape.Type type) {
        return switch (type) {
            case BOOL -> "true or false";
            case DURATION -> "a duration";
            case INT, UINT, FLOAT -> "a number";
            case STRING -> "a text";
            case LIST, MAP, OBJECT, ANY -> "a value";
        };
    }
}
