import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes the component descriptions of the server from those that scripts/component-fields prints:
 * {@code ComponentFiles FOLDER DESCRIPTION...}. One component a line, so that the difference
 * between two releases can be read. Defaults and stability levels are left out.
 */
public final class ComponentFiles {
    private ComponentFiles() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        TreeSet<String> versions = new TreeSet<>(ComponentFiles::compareVersions);
        Path index = folder.resolve("index.txt");
        if (Files.exists(index)) {
            versions.addAll(Files.readAllLines(index));
        }
        for (int at = 1; at < args.length; at++) {
            JsonObject description =
                    JsonParser.parseString(Files.readString(Path.of(args[at]))).getAsJsonObject();
            String version = description.get("version").getAsString();
            String text = file(version, description.getAsJsonArray("components"));
            Files.writeString(folder.resolve(version + ".json"), text);
            versions.add(version);
            System.out.println(version + ": " + text.lines().count() + " lines");
        }
        Files.writeString(index, String.join("\n", versions) + "\n");
    }

    private static int compareVersions(String one, String other) {
        Comparator<String[]> numbers = Comparator.comparingInt(each -> Integer.parseInt(each[0]));
        for (int at = 1; at < 3; at++) {
            int part = at;
            numbers = numbers.thenComparingInt(each -> Integer.parseInt(each[part]));
        }
        return numbers.compare(one.split("\\."), other.split("\\."));
    }

    private static String file(String version, JsonArray components) {
        List<String> lines = new ArrayList<>();
        for (JsonElement each : components) {
            lines.add(component(each.getAsJsonObject()).toString());
        }
        lines.sort(Comparator.naturalOrder());
        return "{\"version\": \"%s\", \"components\": [\n%s\n]}\n"
                .formatted(version, String.join(",\n", lines));
    }

    private static JsonObject component(JsonObject from) {
        JsonObject to = new JsonObject();
        to.add("kind", from.get("kind"));
        to.add("type", from.get("type"));
        if (from.has("deprecatedAlias")) {
            to.add("oldType", from.get("deprecatedAlias"));
        }
        JsonArray signals = new JsonArray();
        if (!from.get("kind").getAsString().equals("extension")) {
            new TreeSet<>(from.getAsJsonObject("stability").keySet()).forEach(signals::add);
        }
        to.add("signals", signals);
        to.add("settings", field(from.getAsJsonObject("config")));
        return to;
    }

    private static JsonElement field(JsonObject from) {
        String type = from.get("type").getAsString();
        JsonObject to = new JsonObject();
        if (isSet(from, "custom")) {
            to.addProperty("custom", true);
        }
        if (type.equals("object") && from.has("fields")) {
            Map<String, JsonElement> sorted = new TreeMap<>(from.getAsJsonObject("fields").asMap());
            JsonObject fields = new JsonObject();
            sorted.forEach((key, value) -> fields.add(key, field(value.getAsJsonObject())));
            to.add("fields", fields);
            return to;
        }
        if (from.has("items")) {
            to.add(type.equals("map") ? "values" : "items", field(from.getAsJsonObject("items")));
            return to;
        }
        return new JsonPrimitive(
                type
                        + (isSet(from, "custom") ? " custom" : "")
                        + (isSet(from, "secret") ? " secret" : ""));
    }

    private static boolean isSet(JsonObject from, String key) {
        return from.has(key) && from.get(key).getAsBoolean();
    }
}
