package dev.myriarch.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Content types of the files that are served. A file with another ending is not served. */
final class ContentTypes {
    private static final Map<String, String> BY_ENDING =
            Map.ofEntries(
                    Map.entry("html", "text/html; charset=utf-8"),
                    Map.entry("js", "text/javascript; charset=utf-8"),
                    Map.entry("css", "text/css; charset=utf-8"),
                    Map.entry("json", "application/json"),
                    Map.entry("webmanifest", "application/manifest+json"),
                    Map.entry("map", "application/json"),
                    Map.entry("txt", "text/plain; charset=utf-8"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("png", "image/png"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("webp", "image/webp"),
                    Map.entry("ico", "image/x-icon"),
                    Map.entry("woff2", "font/woff2"),
                    Map.entry("wasm", "application/wasm"));

    private ContentTypes() {}

    static Optional<String> of(String path) {
        int dot = path.lastIndexOf('.');
        boolean inName = dot > path.lastIndexOf('/') + 1;
        return inName
                ? Optional.ofNullable(
                        BY_ENDING.get(path.substring(dot + 1).toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }
}
