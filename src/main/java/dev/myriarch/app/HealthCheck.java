package dev.myriarch.app;

import dev.myriarch.base.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The two requests of a health check: no redirect is followed and no proxy used, so that a token
 * goes to this server and nobody else. Confined to one thread.
 */
final class HealthCheck {
    static final int UNHEALTHY = 1;
    static final int NO_ANSWER = 3;

    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final URI base;
    private final String opampPath;
    private final Optional<Secret> token;
    private final Duration timeout;
    private final HttpClient.Builder client;

    /**
     * @param passed a line per request that succeeded
     * @param failure a line about the request that did not
     */
    record Result(List<String> passed, Optional<String> failure, int exitCode) {
        Result {
            passed = List.copyOf(passed);
        }
    }

    /** The file with the CAs cannot be used. */
    static final class UnusableCaException extends Exception {
        UnusableCaException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** A request did not succeed. */
    private static final class FailedException extends Exception {
        private final int exitCode;

        FailedException(int exitCode, String message) {
            super(message);
            this.exitCode = exitCode;
        }
    }

    HealthCheck(
            URI base,
            String opampPath,
            Optional<Secret> token,
            Optional<Path> caFile,
            Duration timeout)
            throws UnusableCaException {
        this.base = base;
        this.opampPath = opampPath;
        this.token = token;
        this.timeout = timeout;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .connectTimeout(timeout);
        if (caFile.isPresent()) {
            client.sslContext(trusting(caFile.get()));
        }
    }

    private static SSLContext trusting(Path file) throws UnusableCaException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new GeneralSecurityException("it holds no certificate");
            }
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new UnusableCaException(
                    "--ca-file %s cannot be used: %s".formatted(file, e.getMessage()), e);
        }
    }

    Result run() {
        List<String> passed = new ArrayList<>();
        long deadline = System.nanoTime() + timeout.toNanos();
        HttpClient http = client.build();
        try {
            passed.add(readiness(http, deadline));
            passed.add(opamp(http, deadline));
            return new Result(passed, Optional.empty(), 0);
        } catch (FailedException e) {
            return new Result(passed, Optional.of(String.valueOf(e.getMessage())), e.exitCode);
        } finally {
            http.shutdownNow();
        }
    }

    private String readiness(HttpClient http, long deadline) throws FailedException {
        URI uri = base.resolve("/readyz");
        HttpRequest request = HttpRequest.newBuilder(uri).GET().build();
        int status =
                await(
                                http.sendAsync(request, HttpResponse.BodyHandlers.discarding()),
                                deadline,
                                "readyz",
                                "GET " + uri)
                        .statusCode();
        if (status != 200) {
            String cause =
                    status == 503 ? ": the server is not ready, its log names the cause" : "";
            throw new FailedException(
                    UNHEALTHY,
                    "readyz failed: GET %s answered %d, want 200%s".formatted(uri, status, cause));
        }
        return "readyz ok: GET %s answered 200".formatted(uri);
    }

    private String opamp(HttpClient http, long deadline) throws FailedException {
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        WebSocket.Builder builder = http.newWebSocketBuilder();
        token.ifPresent(text -> builder.header("Authorization", "Bearer " + text.reveal()));
        URI uri = URI.create(base.toString().replaceFirst("^http", "ws") + opampPath);
        String what = "the upgrade at " + opampPath;
        int status = upgrade(builder.buildAsync(uri, new Farewell(closed)), closed, deadline, what);
        if (status == 101) {
            return token.isPresent()
                    ? "opamp ok: %s was accepted with 101 (the server accepts the token)"
                            .formatted(what)
                    : "opamp ok: %s was accepted with 101 (no token given; the server takes connections without one)"
                            .formatted(what);
        }
        if (status == 401 && token.isEmpty()) {
            return "opamp ok: %s was refused with 401 (no token given, as expected)"
                    .formatted(what);
        }
        throw new FailedException(
                UNHEALTHY,
                "opamp failed: %s answered %d, want %s"
                        .formatted(what, status, token.isPresent() ? "101" : "101 or 401"));
    }

    private static int upgrade(
            CompletableFuture<WebSocket> opening,
            CompletableFuture<Boolean> closed,
            long deadline,
            String what)
            throws FailedException {
        try {
            leave(await(opening, deadline, "opamp", what), closed);
            return 101;
        } catch (RefusedException e) {
            if (e.status == 101) {
                throw new FailedException(
                        UNHEALTHY, "opamp failed: %s answered with no WebSocket".formatted(what));
            }
            return e.status;
        }
    }

    /** The server answered the upgrade in another way. */
    private static final class RefusedException extends RuntimeException {
        private final int status;

        RefusedException(int status) {
            super("refused with " + status);
            this.status = status;
        }
    }

    /** Says good-bye and waits a moment for the answer; whether it comes does not matter. */
    private static void leave(WebSocket socket, CompletableFuture<Boolean> closed) {
        try {
            boolean _ =
                    socket.sendClose(WebSocket.NORMAL_CLOSURE, "")
                            .thenCombine(closed, (_, answered) -> answered)
                            .get(FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The connection ends now in any case.
        } finally {
            socket.abort();
        }
    }

    private static <T> T await(
            CompletableFuture<T> answer, long deadline, String request, String what)
            throws FailedException {
        try {
            return answer.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw noAnswer(request, what, "no answer within the timeout");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw noAnswer(request, what, "interrupted");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof WebSocketHandshakeException refused
                    && refused.getResponse() != null) {
                throw new RefusedException(refused.getResponse().statusCode());
            }
            throw noAnswer(request, what, reason(cause));
        }
    }

    private static FailedException noAnswer(String request, String what, String reason) {
        return new FailedException(NO_ANSWER, "%s failed: %s: %s".formatted(request, what, reason));
    }

    /** The innermost failure says most: "Connection refused" instead of an empty message. */
    private static String reason(Throwable failure) {
        String reason = failure.getClass().getSimpleName();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at.getMessage() != null) {
                reason = at.getMessage();
            }
        }
        return TextLogFormatter.oneLine(reason);
    }

    /** Waits for the end and looks at nothing else. */
    private record Farewell(CompletableFuture<Boolean> closed) implements WebSocket.Listener {
        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String text) {
            closed.complete(true);
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.complete(false);
        }
    }
}
