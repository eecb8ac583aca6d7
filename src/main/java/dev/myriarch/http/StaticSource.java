package dev.myriarch.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where static files come from. */
sealed interface StaticSource {
    int MAX_FILE = 32 << 20;

    /**
     * Content of a file, or empty.
     *
     * @param path segments of {@code [A-Za-z0-9._-]} with slashes in between, none beginning with a
     *     dot, with an ending that has a content type or {@code .gz} behind it
     */
    Optional<StaticFile> find(String path) throws IOException;

    /** Resources, which do not change while the program runs, and so are read once. */
    record ClassPath(ClassLoader loader, String prefix, ConcurrentHashMap<String, StaticFile> cache)
            implements StaticSource {
        @Override
        public Optional<StaticFile> find(String path) throws IOException {
            StaticFile known = cache.get(path);
            if (known != null) {
                return Optional.of(known);
            }
            try (InputStream in = loader.getResourceAsStream(prefix + "/" + path)) {
                if (in == null) {
                    return Optional.empty();
                }
                StaticFile file = StaticFile.of(in.readNBytes(MAX_FILE));
                cache.put(path, file);
                return Optional.of(file);
            }
        }
    }

    /** A folder, for development: read each time, links out of it are not followed. */
    record Folder(Path root) implements StaticSource {
        @Override
        public Optional<StaticFile> find(String path) throws IOException {
            Path file = root.resolve(path);
            if (!Files.isRegularFile(file)
                    || !file.toRealPath().startsWith(root.toRealPath())
                    || Files.size(file) > MAX_FILE) {
                return Optional.empty();
            }
            return Optional.of(StaticFile.of(Files.readAllBytes(file)));
        }
    }
}
