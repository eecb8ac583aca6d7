package dev.myriarch.json;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An object with typed access for decoders. A field that is null counts as absent. Every failure is
 * a {@link MyriarchException} that names the path of the field, never its value: for a request
 * {@code BAD_REQUEST} when the shape is wrong and {@code VALIDATION_FAILED} when a value is missing
 * or out of range; for stored data {@code INTERNAL}.
 */
public final class JsonObject {
    private final Map<String, Value> entries;
    private final Place place;

    private JsonObject(Map<String, Value> entries, Place place) {
        this.entries = entries;
        this.place = place;
    }

    /** Where an object is, and whose fault a mistake in it is. */
    private record Place(String what, String path, ErrorCode shape, ErrorCode content) {
        String field(String key) {
            return path.isEmpty() ? key : path + "." + key;
        }

        Place at(String newPath) {
            return new Place(what, newPath, shape, content);
        }
    }

    /** The body of a request. */
    public static JsonObject readRequest(byte[] body) {
        try {
            return ofRequest(Json.read(body));
        } catch (JsonException e) {
            throw new MyriarchException(ErrorCode.BAD_REQUEST, "the body is " + e.getMessage(), e);
        }
    }

    public static JsonObject ofRequest(Value body) {
        return of(
                body,
                new Place("the body", "", ErrorCode.BAD_REQUEST, ErrorCode.VALIDATION_FAILED));
    }

    /** Data that the server wrote itself; {@code what} names it in messages. */
    public static JsonObject readStored(String json, String what) {
        try {
            return ofStored(Json.read(json), what);
        } catch (JsonException e) {
            throw new MyriarchException(ErrorCode.INTERNAL, what + " is " + e.getMessage(), e);
        }
    }

    public static JsonObject ofStored(Value value, String what) {
        return of(value, new Place(what, "", ErrorCode.INTERNAL, ErrorCode.INTERNAL));
    }

    private static JsonObject of(Value value, Place place) {
        if (value instanceof Value.Mapping(Map<String, Value> entries)) {
            return new JsonObject(entries, place);
        }
        String name = place.path.isEmpty() ? place.what : place.path;
        throw new MyriarchException(place.shape, name + " must be an object, not " + nameOf(value));
    }

    /** Refuses fields that are not among {@code keys}. */
    public JsonObject allowOnly(String... keys) {
        Set<String> known = Set.of(keys);
        for (String key : entries.keySet()) {
            if (!known.contains(key)) {
                String shown = key.length() <= 40 ? key : key.substring(0, 40) + "…";
                throw new MyriarchException(
                        place.shape,
                        "unknown field "
                                + place.field(shown)
                                + "; known are "
                                + String.join(", ", keys));
            }
        }
        return this;
    }

    public boolean has(String key) {
        return value(key).isPresent();
    }

    public Optional<Value> value(String key) {
        return Optional.ofNullable(entries.get(key)).filter(v -> !(v instanceof Value.Null));
    }

    public String text(String key) {
        return required(key, optionalText(key));
    }

    public Optional<String> optionalText(String key) {
        return value(key).map(value -> asText(value, key));
    }

    /** A text that is one of {@code choices}. */
    public Optional<String> optionalChoice(String key, List<String> choices) {
        Optional<String> text = optionalText(key);
        if (text.isPresent() && !choices.contains(text.get())) {
            throw invalid(key, "must be one of " + String.join(", ", choices));
        }
        return text;
    }

    /** An integer within the bounds, both included. */
    public long integer(String key, long minimum, long maximum) {
        OptionalLong number = optionalInteger(key, minimum, maximum);
        return number.orElseThrow(() -> invalid(key, "is required"));
    }

    public OptionalLong optionalInteger(String key, long minimum, long maximum) {
        Optional<Value> value = value(key);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!(value.get() instanceof Value.Int(BigInteger number))) {
            throw wrongType(key, "an integer", value.get());
        }
        boolean inRange =
                number.compareTo(BigInteger.valueOf(minimum)) >= 0
                        && number.compareTo(BigInteger.valueOf(maximum)) <= 0;
        if (!inRange) {
            throw invalid(key, "must be between " + minimum + " and " + maximum);
        }
        return OptionalLong.of(number.longValueExact());
    }

    public boolean flag(String key) {
        return required(key, optionalFlag(key));
    }

    public Optional<Boolean> optionalFlag(String key) {
        return value(key)
                .map(value -> {
                    if (value instanceof Value.Bool(boolean truth)) {
                        return truth;
                    }
                    throw wrongType(key, "true or false", value);
                });
    }

    public JsonObject object(String key) {
        return required(key, optionalObject(key));
    }

    public Optional<JsonObject> optionalObject(String key) {
        return value(key).map(value -> of(value, place.at(place.field(key))));
    }

    /** The elements of a list of objects; none when the field is absent. */
    public List<JsonObject> objects(String key) {
        List<JsonObject> objects = new ArrayList<>();
        for (Value element : elements(key)) {
            String path = place.field(key) + "[" + objects.size() + "]";
            objects.add(of(element, place.at(path)));
        }
        return objects;
    }

    /** The elements of a list of texts; none when the field is absent. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Value element : elements(key)) {
            texts.add(asText(element, key + "[" + texts.size() + "]"));
        }
        return texts;
    }

    /** An object whose fields are texts; empty when the field is absent. */
    public Map<String, String> textMap(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        optionalObject(key)
                .ifPresent(object ->
                        object.entries.forEach(
                                (name, value) -> texts.put(name, object.asText(value, name))));
        return texts;
    }

    /** All fields, null ones too. */
    public Map<String, Value> entries() {
        return entries;
    }

    /** A failure about the content of a field; {@code what} continues the name of the field. */
    public MyriarchException invalid(String key, String what) {
        return new MyriarchException(place.content, describe(key) + " " + what);
    }

    private List<Value> elements(String key) {
        Optional<Value> value = value(key);
        if (value.isEmpty()) {
            return List.of();
        }
        if (value.get() instanceof Value.Sequence(List<Value> elements)) {
            return elements;
        }
        throw wrongType(key, "a list", value.get());
    }

    private String asText(Value value, String key) {
        if (value instanceof Value.Text(String text)) {
            return text;
        }
        throw wrongType(key, "a string", value);
    }

    private <T> T required(String key, Optional<T> value) {
        return value.orElseThrow(() -> invalid(key, "is required"));
    }

    private MyriarchException wrongType(String key, String wanted, Value value) {
        return new MyriarchException(
                place.shape, describe(key) + " must be " + wanted + ", not " + nameOf(value));
    }

    private String describe(String key) {
        String field = place.field(Objects.requireNonNull(key, "key"));
        return place.shape == ErrorCode.INTERNAL ? place.what + ": " + field : field;
    }

    private static String nameOf(Value value) {
        return switch (value) {
            case Value.Text _ -> "a string";
            case Value.Int _ -> "an integer";
            case Value.Decimal _ -> "a number with a fraction";
            case Value.Bool _ -> "a boolean";
            case Value.Null _ -> "null";
            case Value.Sequence _ -> "a list";
            case Value.Mapping _ -> "an object";
        };
    }
}
