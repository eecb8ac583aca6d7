package dev.myriarch.template;

import dev.myriarch.base.Value;
import dev.myriarch.template.TemplateFunction.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code list dict index slice len}. */
final class CollectionFunctions {
    private static final int SLICE_ARGUMENTS = 4;

    private CollectionFunctions() {}

    static List<TemplateFunction> all() {
        return List.of(
                new TemplateFunction(
                        "list", 0, TemplateFunction.ANY, Kind.BUILDS, CollectionFunctions::list),
                new TemplateFunction(
                        "dict", 0, TemplateFunction.ANY, Kind.BUILDS, CollectionFunctions::dict),
                Functions.variadic("index", 1, CollectionFunctions::index),
                new TemplateFunction(
                        "slice", 1, SLICE_ARGUMENTS, Kind.BUILDS, CollectionFunctions::slice),
                Functions.fixed("len", 1, CollectionFunctions::length));
    }

    static void checkSize(int size) throws TemplateException {
        if (size > TemplateLimits.LIST_ELEMENTS) {
            throw new TemplateException(
                    "the list has more than " + TemplateLimits.LIST_ELEMENTS + " elements");
        }
    }

    private static Value list(Arguments arguments) throws TemplateException {
        checkSize(arguments.count());
        return new Value.Sequence(arguments.values());
    }

    private static Value dict(Arguments arguments) throws TemplateException {
        if (arguments.count() % 2 != 0) {
            throw new TemplateException("takes keys and values in pairs; the last key has none");
        }
        checkSize(arguments.count() / 2);
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 0; i < arguments.count(); i += 2) {
            entries.put(arguments.text(i), arguments.get(i + 1));
        }
        return new Value.Mapping(entries);
    }

    private static Value index(Arguments arguments) throws TemplateException {
        Value value = arguments.get(0);
        for (int i = 1; i < arguments.count(); i++) {
            value =
                    switch (value) {
                        case Value.Sequence(List<Value> elements) ->
                                elements.get(position(arguments, i, elements.size() - 1));
                        case Value.Mapping map -> entry(map, arguments.text(i), arguments.data());
                        case Value.Text _,
                                Value.Int _,
                                Value.Decimal _,
                                Value.Bool _,
                                Value.Null _ ->
                                throw new TemplateException(
                                        "takes a list or a map, not " + value.typeName());
                    };
        }
        return value;
    }

    private static Value entry(Value.Mapping map, String key, DataView data) {
        Value value = map.entries().get(key);
        return value == null ? data.missing(map) : value;
    }

    /** An argument that is a position from 0 to {@code last}. */
    private static int position(Arguments arguments, int index, int last) throws TemplateException {
        long position = arguments.integer(index);
        if (position < 0 || position > last) {
            throw new TemplateException("the index " + position + " is out of range");
        }
        return (int) position;
    }

    private static Value slice(Arguments arguments) throws TemplateException {
        return switch (arguments.get(0)) {
            case Value.Sequence(List<Value> elements) -> {
                int[] bounds = bounds(arguments, elements.size());
                yield new Value.Sequence(elements.subList(bounds[0], bounds[1]));
            }
            case Value.Text _ -> Value.of(slice(arguments, arguments.text(0)));
            case Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _, Value.Mapping _ ->
                    throw arguments.mismatch(0, "a string or a list");
        };
    }

    private static String slice(Arguments arguments, String text) throws TemplateException {
        if (arguments.count() == SLICE_ARGUMENTS) {
            throw new TemplateException("a string takes two positions at most");
        }
        int[] bounds = bounds(arguments, Utf8.length(text));
        int start = Utf8.indexOf(text, bounds[0]);
        int end = Utf8.indexOf(text, bounds[1]);
        if (start < 0 || end < 0) {
            throw new TemplateException("the position is inside a character");
        }
        return text.substring(start, end);
    }

    /** Start and end; a third position, as in Go, may only be at or behind the end. */
    private static int[] bounds(Arguments arguments, int length) throws TemplateException {
        int[] bounds = {0, length, length};
        for (int i = 1; i < arguments.count(); i++) {
            bounds[i - 1] = position(arguments, i, length);
        }
        if (bounds[0] > bounds[1] || bounds[1] > bounds[2]) {
            throw new TemplateException("the start is behind the end");
        }
        return bounds;
    }

    private static Value length(Arguments arguments) throws TemplateException {
        return switch (arguments.get(0)) {
            case Value.Text(String text) -> Value.of(Utf8.length(text));
            case Value.Sequence(List<Value> elements) -> Value.of(elements.size());
            case Value.Mapping(Map<String, Value> entries) -> Value.of(entries.size());
            case Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ ->
                    throw arguments.mismatch(0, "a string, a list or a map");
        };
    }
}
