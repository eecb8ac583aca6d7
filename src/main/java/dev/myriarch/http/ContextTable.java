package dev.myriarch.http;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Contexts by path. The longest one counts that is the path itself or a prefix of it that ends at a
 * slash, so that {@code /v1/opamp} is not asked for {@code /v1/opampx}. Paths are compared as they
 * came, not decoded. Thread-safe.
 */
final class ContextTable {
    private final Map<String, ServerContext> contexts = new ConcurrentHashMap<>();

    void add(ServerContext context) {
        String path = context.getPath();
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a context path begins with a slash");
        }
        if (contexts.putIfAbsent(path, context) != null) {
            throw new IllegalArgumentException("there is a context for " + path + " already");
        }
    }

    boolean remove(String path) {
        return contexts.remove(path) != null;
    }

    Optional<ServerContext> find(String rawPath) {
        ServerContext exact = contexts.get(rawPath);
        if (exact != null) {
            return Optional.of(exact);
        }
        int slash = rawPath.lastIndexOf('/');
        while (slash >= 0) {
            ServerContext below = contexts.get(rawPath.substring(0, slash + 1));
            ServerContext at = below == null ? contexts.get(rawPath.substring(0, slash)) : below;
            if (at != null) {
                return Optional.of(at);
            }
            slash = slash == 0 ? -1 : rawPath.lastIndexOf('/', slash - 1);
        }
        return Optional.empty();
    }
}
