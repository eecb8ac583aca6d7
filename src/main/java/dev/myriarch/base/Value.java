package dev.myriarch.base;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A JSON or YAML value. Immutable. Integers have any size, decimals are doubles, maps have string
 * keys and keep the order in which they were built.
 */
public sealed interface Value {
    /** A string; may hold any Unicode text. */
    record Text(String value) implements Value {
        public Text {
            Objects.requireNonNull(value, "value");
        }
    }

    /** An integer of any size. */
    record Int(BigInteger value) implements Value {
        public Int {
            Objects.requireNonNull(value, "value");
        }
    }

    /** A floating point number, including infinities and NaN. */
    record Decimal(double value) implements Value {}

    record Bool(boolean value) implements Value {}

    record Null() implements Value {}

    record Sequence(List<Value> elements) implements Value {
        public Sequence {
            elements = List.copyOf(elements);
        }
    }

    record Mapping(Map<String, Value> entries) implements Value {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    static Value of(String text) {
        return new Text(text);
    }

    static Value of(long number) {
        return new Int(BigInteger.valueOf(number));
    }

    static Value of(double number) {
        return new Decimal(number);
    }

    static Value of(boolean truth) {
        return truth ? ValueConstants.TRUE : ValueConstants.FALSE;
    }

    static Value ofNull() {
        return ValueConstants.NULL;
    }

    static Mapping emptyMapping() {
        return ValueConstants.EMPTY_MAPPING;
    }

    static Sequence emptySequence() {
        return ValueConstants.EMPTY_SEQUENCE;
    }

    /** A mapping of texts, in the order of {@code texts}. */
    static Mapping ofTexts(Map<String, String> texts) {
        Map<String, Value> entries = new LinkedHashMap<>();
        texts.forEach((key, text) -> entries.put(key, new Text(text)));
        return new Mapping(entries);
    }

    /** A sequence of texts. */
    static Sequence ofTexts(List<String> texts) {
        List<Value> elements = new ArrayList<>(texts.size());
        texts.forEach(text -> elements.add(new Text(text)));
        return new Sequence(elements);
    }

    /** Name of the type as messages show it: string, int, float, bool, null, list or map. */
    default String typeName() {
        return switch (this) {
            case Text _ -> "string";
            case Int _ -> "int";
            case Decimal _ -> "float";
            case Bool _ -> "bool";
            case Null _ -> "null";
            case Sequence _ -> "list";
            case Mapping _ -> "map";
        };
    }
}

/**
 * Values that need no second copy. Apart from {@link Value}, because an interface that holds its
 * own subclasses can deadlock when two threads initialize them.
 */
final class ValueConstants {
    static final Value TRUE = new Value.Bool(true);
    static final Value FALSE = new Value.Bool(false);
    static final Value NULL = new Value.Null();
    static final Value.Mapping EMPTY_MAPPING = new Value.Mapping(Map.of());
    static final Value.Sequence EMPTY_SEQUENCE = new Value.Sequence(List.of());

    private ValueConstants() {}
}
