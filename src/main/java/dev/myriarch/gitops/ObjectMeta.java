package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Origin;
import java.util.Map;
import java.util.Objects;

/**
 * What all objects have.
 *
 * @param origin where the object begins
 * @param positions path of each described field to where its value is
 * @param content labels and spec as they are written
 * @param contentHash SHA-256 of {@code content}; two objects with the same hash say the same
 */
public record ObjectMeta(
        ObjectKind kind,
        String name,
        Map<String, String> labels,
        Origin origin,
        Map<String, Origin> positions,
        Value.Mapping content,
        String contentHash) {
    public ObjectMeta {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        labels = Map.copyOf(labels);
        positions = Map.copyOf(positions);
    }

    /** {@code <Kind>/<name>}. */
    public String key() {
        return key(kind, name);
    }

    static String key(ObjectKind kind, String name) {
        return kind.text() + "/" + name;
    }

    /** Where the value of {@code path} is; the nearest value around it when there is none. */
    public Origin at(String path) {
        String around = path;
        while (!positions.containsKey(around)) {
            int cut = Math.max(around.lastIndexOf('.'), around.lastIndexOf('['));
            if (cut < 0) {
                return origin.at(origin.line(), origin.column(), path);
            }
            around = around.substring(0, cut);
        }
        Origin found = positions.getOrDefault(around, origin);
        return found.at(found.line(), found.column(), path);
    }
}
