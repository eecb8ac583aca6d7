package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * nginx or HAProxy with the configuration that docs/operate/reverse-proxy.md shows; only addresses
 * and the places of files are others.
 */
public final class ReverseProxy implements AutoCloseable {
    private static final Path EXAMPLES = Path.of("examples/reverse-proxy");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;

    private final ProcessUnderTest process;
    private final URI url;

    /** A program and how it is started. */
    public enum Kind {
        NGINX("nginx"),
        HAPROXY("haproxy");

        private final String program;

        Kind(String program) {
            this.program = program;
        }

        public String program() {
            return program;
        }
    }

    private ReverseProxy(ProcessUnderTest process, URI url) {
        this.process = process;
        this.url = url;
    }

    /**
     * Starts one and waits until it answers for the server behind it.
     *
     * @param folder for its files; empty or of an earlier start
     * @param port of the server, on loopback
     */
    public static ReverseProxy start(
            Kind kind, Path program, Path folder, int port, TestAuthority authority) {
        authority.writeServerFiles(folder);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            int own = freePort();
            List<String> command = command(kind, program, folder, own, port);
            ProcessUnderTest process = ProcessUnderTest.start(command, folder, Map.of());
            URI url = URI.create("https://127.0.0.1:" + own);
            if (answers(process, url, authority)) {
                return new ReverseProxy(process, url);
            }
            // Somebody took the port meanwhile, or the file is wrong; the last attempt tells.
            if (attempt == ATTEMPTS) {
                throw new AssertionError(kind + " does not start: " + process.errors());
            }
            process.close();
        }
        throw new IllegalStateException("unreachable");
    }

    /** False when the process has ended. */
    private static boolean answers(ProcessUnderTest process, URI url, TestAuthority authority) {
        HttpRequest request =
                HttpRequest.newBuilder(url.resolve("/healthz")).timeout(LIMIT).build();
        try (var client = authority.client().build()) {
            Await.until(
                    "an answer through the proxy; errors so far: " + process.errors(),
                    LIMIT,
                    () ->
                            !process.process().isAlive()
                                    || Await.attempt(() ->
                                                    client.send(request, BodyHandlers.discarding()))
                                            .get()
                                            .filter(answer -> answer.statusCode() == 200)
                                            .isPresent());
        }
        return process.process().isAlive();
    }

    private static List<String> command(Kind kind, Path program, Path folder, int own, int server) {
        return switch (kind) {
            case NGINX ->
                    List.of(
                            program.toString(),
                            "-e",
                            "stderr",
                            "-p",
                            folder.toString(),
                            "-c",
                            nginxFile(folder, own, server).toString());
            case HAPROXY ->
                    List.of(
                            program.toString(),
                            "-db",
                            "-f",
                            haproxyFile(folder, own, server).toString());
        };
    }

    private static Path nginxFile(Path folder, int own, int server) {
        String site = read("nginx.conf");
        site = replace(site, "listen 443 ", "listen 127.0.0.1:" + own + " ");
        site = replace(site, "server 127.0.0.1:8080;", "server 127.0.0.1:" + server + ";");
        site =
                replace(
                        site,
                        "/etc/nginx/tls/myriarch.crt",
                        folder.resolve("server.crt").toString());
        site =
                replace(
                        site,
                        "/etc/nginx/tls/myriarch.key",
                        folder.resolve("server.key").toString());
        write(folder.resolve("site.conf"), site);
        // Workers of root would be another user, who may not look into a temporary folder of JUnit.
        String user = "root".equals(System.getProperty("user.name")) ? "user root;" : "";
        return write(
                folder.resolve("main.conf"),
                """
                %2$s
                daemon off;
                worker_processes 1;
                pid %1$s/nginx.pid;
                error_log stderr;
                events {}
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    include %1$s/site.conf;
                }
                """
                        .formatted(folder, user));
    }

    private static Path haproxyFile(Path folder, int own, int server) {
        String text = read("haproxy.cfg");
        text = replace(text, "bind :443 ", "bind 127.0.0.1:" + own + " ");
        text = replace(text, "replica-1 127.0.0.1:8080 ", "replica-1 127.0.0.1:" + server + " ");
        // A machine for tests may have no room for as many files.
        text = replace(text, "maxconn 15000", "maxconn 500");
        text =
                replace(
                        text,
                        "/etc/haproxy/tls/myriarch.pem",
                        folder.resolve("server.pem").toString());
        return write(folder.resolve("haproxy.cfg"), text);
    }

    private static String replace(String text, String there, String instead) {
        if (text.split(java.util.regex.Pattern.quote(there), -1).length != 2) {
            throw new AssertionError("the example does not have exactly once: " + there);
        }
        return text.replace(there, instead);
    }

    private static String read(String name) {
        try {
            return Files.readString(EXAMPLES.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients reach it, over TLS. */
    public URI url() {
        return url;
    }

    @Override
    public void close() {
        process.close();
    }
}
