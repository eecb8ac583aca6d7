package dev.myriarch.gen;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of one JSON object, checked against the names of its schema. */
record Fields(Map<String, Value> entries, String path) {
    /** Refuses anything but an object, and fields that are not in {@code names}. */
    static Fields of(Value value, String path, String... names) {
        Map<String, Value> entries = Decoders.mapping(value, path).entries();
        List<String> known = Arrays.asList(names);
        for (String name : entries.keySet()) {
            if (!known.contains(name)) {
                throw new MyriarchException(
                        ErrorCode.BAD_REQUEST,
                        Decoders.subject(join(path, name))
                                + " is unknown; known here: "
                                + String.join(", ", known));
            }
        }
        return new Fields(entries, path);
    }

    <T> T required(String name, Decoder<T> decoder) {
        return optional(name, decoder)
                .orElseThrow(() -> Decoders.invalid(join(path, name), "is required"));
    }

    /** Absent and null are the same. */
    <T> Optional<T> optional(String name, Decoder<T> decoder) {
        Value value = entries.get(name);
        if (value == null || value instanceof Value.Null) {
            return Optional.empty();
        }
        return Optional.of(decoder.decode(value, join(path, name)));
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
