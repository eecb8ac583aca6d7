package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The user interface. A path that names a file gets it; below {@code /assets/}, where names hold a
 * hash of the content, the rest is 404; every other path gets {@code index.html}, because it is a
 * page of the application. Thread-safe.
 */
public final class StaticFiles implements HttpHandler {
    private static final String ASSETS = "/assets/";
    private static final String INDEX = "index.html";
    private static final Pattern PLAIN_PATH = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    private final StaticSource source;
    private final ClientAddress clients;

    private StaticFiles(StaticSource source, ClientAddress clients) {
        this.source = source;
        this.clients = clients;
    }

    /**
     * Files of the class path.
     *
     * @param prefix such as {@code META-INF/ui}
     */
    public static StaticFiles ofClassPath(String prefix, ClientAddress clients) {
        return new StaticFiles(
                new StaticSource.ClassPath(
                        StaticFiles.class.getClassLoader(), prefix, new ConcurrentHashMap<>()),
                clients);
    }

    /** Files of a folder, read again for each request. */
    public static StaticFiles ofFolder(Path folder, ClientAddress clients) {
        return new StaticFiles(new StaticSource.Folder(folder), clients);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        addSecurityHeaders(exchange);
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            Fallback.text(exchange, 405, "this address takes GET and HEAD");
            return;
        }
        String path = exchange.getRequestURI().getRawPath();
        Optional<String> name = fileName(path);
        if (name.isPresent() && send(exchange, name.get())) {
            return;
        }
        if (path.startsWith(ASSETS) || !send(exchange, INDEX)) {
            exchange.getResponseHeaders().set("Cache-Control", "no-cache");
            Fallback.text(exchange, 404, "there is no such file");
        }
    }

    /** The path as a file name; empty for anything unusual and for endings without a type. */
    private static Optional<String> fileName(String path) {
        boolean plain = PLAIN_PATH.matcher(path).matches() && ContentTypes.of(path).isPresent();
        return plain ? Optional.of(path.substring(1)) : Optional.empty();
    }

    /** False when there is no such file. */
    private boolean send(HttpExchange exchange, String name) throws IOException {
        Optional<StaticFile> plain = source.find(name);
        if (plain.isEmpty()) {
            return false;
        }
        Optional<StaticFile> zipped = source.find(name + ".gz");
        boolean useZipped =
                zipped.isPresent() && AcceptEncoding.takesGzip(exchange.getRequestHeaders());
        StaticFile file = useZipped ? zipped.get() : plain.get();
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", ContentTypes.of(name).orElse("application/octet-stream"));
        headers.set(
                "Cache-Control",
                ("/" + name).startsWith(ASSETS)
                        ? "public, max-age=31536000, immutable"
                        : "no-cache");
        if (zipped.isPresent()) {
            headers.set("Vary", "Accept-Encoding");
        }
        if (useZipped) {
            headers.set("Content-Encoding", "gzip");
        }
        ContentSender.send(exchange, ContentSource.ofBytes(file.content()), file.etag());
        return true;
    }

    private void addSecurityHeaders(HttpExchange exchange) {
        SecurityHeaders.addTo(exchange, clients.resolve(exchange).secure());
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", SecurityHeaders.UI_POLICY);
        headers.set("X-Frame-Options", "DENY");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
    }
}
