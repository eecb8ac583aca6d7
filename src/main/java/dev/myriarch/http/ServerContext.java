package dev.myriarch.http;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A handler with its filters below a path. Thread-safe. */
final class ServerContext extends HttpContext {
    private final HttpServer server;
    private final String path;
    private final List<Filter> filters = new CopyOnWriteArrayList<>();
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private volatile @Nullable HttpHandler handler;

    ServerContext(HttpServer server, String path, @Nullable HttpHandler handler) {
        this.server = server;
        this.path = path;
        this.handler = handler;
    }

    @Override
    public @Nullable HttpHandler getHandler() {
        return handler;
    }

    @Override
    public void setHandler(HttpHandler next) {
        if (handler != null) {
            throw new IllegalArgumentException("the context has a handler already");
        }
        handler = Objects.requireNonNull(next, "handler");
    }

    @Override
    public String getPath() {
        return path;
    }

    @Override
    public HttpServer getServer() {
        return server;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    @Override
    public List<Filter> getFilters() {
        return filters;
    }

    /** Not supported: a {@link Filter} can do the same and more. */
    @Override
    public Authenticator setAuthenticator(Authenticator authenticator) {
        throw new UnsupportedOperationException("use a Filter");
    }

    @Override
    public @Nullable Authenticator getAuthenticator() {
        return null;
    }
}
