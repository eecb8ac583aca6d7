package dev.myriarch.release.pg;

import dev.myriarch.base.Value;
import dev.myriarch.db.StoredText;
import dev.myriarch.json.JsonObject;
import dev.myriarch.release.Release;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The lists of a release as JSON columns. */
final class ReleaseJson {
    private static final String ITEMS = "items";

    private ReleaseJson() {}

    static String assets(List<Release.Asset> assets) {
        List<Value> items = new ArrayList<>();
        for (Release.Asset asset : assets) {
            Map<String, Value> item = new LinkedHashMap<>();
            item.put("name", Value.of(asset.name()));
            item.put("os", Value.of(asset.os()));
            item.put("arch", Value.of(asset.arch()));
            item.put("format", Value.of(asset.format()));
            item.put("url", Value.of(asset.url()));
            item.put("size", Value.of(asset.size()));
            items.add(new Value.Mapping(item));
        }
        return StoredText.json(new Value.Sequence(items));
    }

    static List<Release.Asset> readAssets(String json) {
        return items(json, "assets").stream()
                .map(item ->
                        new Release.Asset(
                                item.text("name"),
                                item.text("os"),
                                item.text("arch"),
                                item.text("format"),
                                item.text("url"),
                                item.integer("size", Long.MIN_VALUE, Long.MAX_VALUE)))
                .toList();
    }

    static String changes(List<Release.Change> changes) {
        List<Value> items = new ArrayList<>();
        for (Release.Change change : changes) {
            Map<String, Value> item = new LinkedHashMap<>();
            item.put("kind", Value.of(change.kind().name().toLowerCase(Locale.ROOT)));
            item.put("component", Value.of(change.component()));
            item.put("text", Value.of(change.text()));
            item.put(
                    "issues",
                    Value.ofTexts(change.issues().stream().map(String::valueOf).toList()));
            items.add(new Value.Mapping(item));
        }
        return StoredText.json(new Value.Sequence(items));
    }

    static List<Release.Change> readChanges(String json) {
        return items(json, "changes").stream()
                .map(item ->
                        new Release.Change(
                                Release.ChangeKind.valueOf(
                                        item.text("kind").toUpperCase(Locale.ROOT)),
                                item.text("component"),
                                item.text("text"),
                                item.texts("issues").stream().map(Integer::valueOf).toList()))
                .toList();
    }

    private static List<JsonObject> items(String json, String what) {
        return JsonObject.readStored("{\"" + ITEMS + "\":" + json + "}", what).objects(ITEMS);
    }
}
