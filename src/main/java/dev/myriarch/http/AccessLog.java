package dev.myriarch.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;

/**
 * One line per request: method, path without query (which may hold secrets), status, bytes, time,
 * client, operation; the id of the request is in the context of the line ({@link
 * LogContextFilter}). Event streams are logged when they end, upgrades when they begin.
 */
public final class AccessLog extends Filter {
    private final System.Logger log;
    private final ClientAddress clients;
    private final InstantSource clock;
    private final Predicate<String> quiet;

    /**
     * @param quiet paths that are logged at level debug, such as those of probes
     */
    public AccessLog(ClientAddress clients, InstantSource clock, Predicate<String> quiet) {
        this(System.getLogger(AccessLog.class.getName()), clients, clock, quiet);
    }

    AccessLog(
            System.Logger log,
            ClientAddress clients,
            InstantSource clock,
            Predicate<String> quiet) {
        this.log = log;
        this.clients = clients;
        this.clock = clock;
        this.quiet = quiet;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        RequestInfo info = RequestInfo.of(exchange, clients, clock);
        long start = System.nanoTime();
        try {
            chain.doFilter(exchange);
            write(exchange, info, exchange.getResponseCode(), start);
        } catch (RequestFailure failure) {
            write(exchange, info, failure.status(), start);
            throw failure;
        } catch (IOException | RuntimeException failure) {
            int sent = exchange.getResponseCode();
            write(exchange, info, sent < 0 ? 500 : sent, start);
            throw failure;
        }
    }

    private void write(HttpExchange exchange, RequestInfo info, int status, long start) {
        String path = exchange.getRequestURI().getRawPath();
        System.Logger.Level level =
                quiet.test(path) ? System.Logger.Level.DEBUG : System.Logger.Level.INFO;
        if (!log.isLoggable(level)) {
            return;
        }
        long bytes = ServerExchange.of(exchange).map(own -> own.output().bodyBytes()).orElse(-1L);
        String line =
                "%s %s status=%d bytes=%d millis=%d client=%s operation=%s"
                        .formatted(
                                exchange.getRequestMethod(),
                                path,
                                status,
                                bytes,
                                Duration.ofNanos(System.nanoTime() - start).toMillis(),
                                info.client().address().getHostAddress(),
                                RequestInfo.operation(exchange));
        log.log(level, line);
    }

    @Override
    public String description() {
        return "access log";
    }
}
