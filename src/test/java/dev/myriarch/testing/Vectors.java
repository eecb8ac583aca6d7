package dev.myriarch.testing;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.myriarch.base.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reference vectors made with the Go libraries, one JSON object per line. They are read from the
 * directory in the system property {@code vectors.dir} that has them, else from the class path.
 */
public final class Vectors {
    private static final int SHOWN_FAILURES = 20;

    private Vectors() {}

    /** One line; its text form names file and line number for messages. */
    public record Line(String file, int number, JsonObject json) {
        public boolean has(String key) {
            return json.has(key);
        }

        public String text(String key) {
            return json.get(key).getAsString();
        }

        public Optional<String> optionalText(String key) {
            return has(key) ? Optional.of(text(key)) : Optional.empty();
        }

        public boolean flag(String key) {
            return json.get(key).getAsBoolean();
        }

        public long number(String key) {
            return json.get(key).getAsLong();
        }

        public List<String> texts(String key) {
            return json.getAsJsonArray(key).asList().stream()
                    .map(JsonElement::getAsString)
                    .toList();
        }

        /** A value in the coded form ({@code {"s": ..}}, {@code {"i": ..}}, ...). */
        public Value value(String key) {
            return decode(json.get(key));
        }

        @Override
        public String toString() {
            return file + ":" + number + " " + json;
        }
    }

    /** All lines of a file such as {@code globs.jsonl}. */
    public static List<Line> lines(String file) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String text : content(file).split("\n", -1)) {
            number++;
            if (!text.isBlank()) {
                lines.add(new Line(file, number, JsonParser.parseString(text).getAsJsonObject()));
            }
        }
        return lines;
    }

    /** Checks every line and fails once, naming the lines that failed. */
    public static void check(String file, Consumer<Line> check) {
        check(lines(file), check);
    }

    /** Checks every given line and fails once, naming the lines that failed. */
    public static void check(List<Line> lines, Consumer<Line> check) {
        if (lines.isEmpty()) {
            throw new AssertionError("no vectors to check");
        }
        List<String> failures = new ArrayList<>();
        for (Line line : lines) {
            try {
                check.accept(line);
            } catch (AssertionError | RuntimeException e) {
                failures.add(line + "\n    " + e);
            }
        }
        if (!failures.isEmpty()) {
            List<String> shown = failures.subList(0, Math.min(SHOWN_FAILURES, failures.size()));
            throw new AssertionError(
                    "%d of %d lines failed:\n%s"
                            .formatted(failures.size(), lines.size(), String.join("\n", shown)));
        }
    }

    /** A file of ordinary JSON, such as {@code template-data.json}. */
    public static Value plainJson(String file) {
        return plain(JsonParser.parseString(content(file)));
    }

    public static String content(String file) {
        String directory = System.getProperty("vectors.dir", "");
        try {
            if (!directory.isEmpty() && Files.exists(Path.of(directory, file))) {
                return Files.readString(Path.of(directory, file));
            }
            try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
                if (in == null) {
                    throw new AssertionError("no vectors file " + file + " on the class path");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Decodes the coded form of a value. */
    public static Value decode(JsonElement coded) {
        JsonObject object = coded.getAsJsonObject();
        Map.Entry<String, JsonElement> first = object.entrySet().iterator().next();
        // A float has two members: f exact in hex, d shortest.
        String kind = object.has("f") ? "f" : first.getKey();
        JsonElement content = object.get(kind);
        return switch (kind) {
            case "s" -> Value.of(content.getAsString());
            case "i" -> new Value.Int(new BigInteger(content.getAsString()));
            case "f" -> Value.of(goHexFloat(content.getAsString()));
            case "b" -> Value.of(content.getAsBoolean());
            case "n" -> Value.ofNull();
            case "l" -> sequence(content.getAsJsonArray());
            case "m" -> mapping(content.getAsJsonArray());
            default -> throw new IllegalArgumentException("unknown kind of value: " + object);
        };
    }

    /** A float as Go's {@code %x} writes it, {@code +Inf}, {@code -Inf} or {@code NaN}. */
    public static double goHexFloat(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            case "NaN" -> Double.NaN;
            default -> Double.parseDouble(text);
        };
    }

    private static Value sequence(JsonArray coded) {
        return new Value.Sequence(coded.asList().stream().map(Vectors::decode).toList());
    }

    private static Value mapping(JsonArray coded) {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (JsonElement pair : coded) {
            JsonArray both = pair.getAsJsonArray();
            entries.put(both.get(0).getAsString(), decode(both.get(1)));
        }
        return new Value.Mapping(entries);
    }

    private static Value plain(JsonElement element) {
        return switch (element) {
            case JsonObject object -> {
                Map<String, Value> entries = new LinkedHashMap<>();
                object.entrySet().forEach(e -> entries.put(e.getKey(), plain(e.getValue())));
                yield new Value.Mapping(entries);
            }
            case JsonArray array ->
                    new Value.Sequence(array.asList().stream().map(Vectors::plain).toList());
            case JsonPrimitive primitive when primitive.isString() ->
                    Value.of(primitive.getAsString());
            case JsonPrimitive primitive when primitive.isBoolean() ->
                    Value.of(primitive.getAsBoolean());
            case JsonPrimitive primitive -> number(primitive.getAsString());
            default -> Value.ofNull();
        };
    }

    private static Value number(String text) {
        boolean integer = text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        return integer ? new Value.Int(new BigInteger(text)) : Value.of(Double.parseDouble(text));
    }
}
