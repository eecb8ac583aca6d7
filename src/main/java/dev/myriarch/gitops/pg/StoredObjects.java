package dev.myriarch.gitops.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.gitops.ObjectKind;
import dev.myriarch.gitops.ObjectMeta;
import dev.myriarch.gitops.RepositoryObject;
import dev.myriarch.gitops.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The table {@code gitops_objects}. */
final class StoredObjects {
    private static final String LIST = "SELECT kind, name, content_hash FROM gitops_objects";
    private static final String DELETE = "DELETE FROM gitops_objects WHERE kind = ? AND name = ?";
    private static final String UPSERT =
            """
            INSERT INTO gitops_objects (kind, name, content_hash, content, file, line, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, name) DO UPDATE
            SET content_hash = excluded.content_hash, content = excluded.content,
                file = excluded.file, line = excluded.line, revision = excluded.revision
            """;

    private StoredObjects() {}

    private record Key(String kind, String name) {
        String text() {
            return kind + "/" + name;
        }
    }

    /** Returns the keys of what is new, gone or changed, sorted. */
    static List<String> replace(Jdbc jdbc, Snapshot snapshot) {
        Map<Key, String> gone = stored(jdbc);
        TreeSet<String> changed = new TreeSet<>();
        List<Jdbc.Binder> upserts = new ArrayList<>();
        for (RepositoryObject object : snapshot.objects()) {
            ObjectMeta meta = object.meta();
            if (meta.kind() == ObjectKind.SAMPLE_AGENT) {
                continue;
            }
            String before = gone.remove(new Key(meta.kind().text(), meta.name()));
            if (!meta.contentHash().equals(before)) {
                changed.add(meta.key());
            }
            upserts.add(upsert(meta, snapshot.revision()));
        }
        gone.keySet().forEach(key -> changed.add(key.text()));
        jdbc.batch(
                DELETE,
                gone.keySet().stream()
                        .<Jdbc.Binder>map(
                                key -> parameters -> parameters.text(key.kind()).text(key.name()))
                        .toList());
        jdbc.batch(UPSERT, upserts);
        return List.copyOf(changed);
    }

    private static Map<Key, String> stored(Jdbc jdbc) {
        Map<Key, String> hashes = new HashMap<>();
        jdbc.list(
                        LIST,
                        Jdbc.Binder.NONE,
                        row ->
                                Map.entry(
                                        new Key(row.text("kind"), row.text("name")),
                                        row.text("content_hash")))
                .forEach(entry -> hashes.put(entry.getKey(), entry.getValue()));
        return hashes;
    }

    private static Jdbc.Binder upsert(ObjectMeta meta, String revision) {
        return parameters ->
                parameters
                        .text(meta.kind().text())
                        .text(meta.name())
                        .text(meta.contentHash())
                        .json(StorableJson.write(meta.content()))
                        .text(meta.origin().file())
                        .integer(meta.origin().line())
                        .text(revision);
    }
}
