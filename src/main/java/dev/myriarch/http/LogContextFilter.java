package dev.myriarch.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.base.LogContext;
import java.io.IOException;
import java.time.InstantSource;

/** Lets whatever is logged while a request is handled name its id. */
public final class LogContextFilter extends Filter {
    private final ClientAddress clients;
    private final InstantSource clock;

    public LogContextFilter(ClientAddress clients, InstantSource clock) {
        this.clients = clients;
        this.clock = clock;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        boolean _ =
                LogContext.<Boolean, IOException>call(
                        LogContext.Field.REQUEST,
                        RequestInfo.of(exchange, clients, clock).requestId(),
                        () -> {
                            chain.doFilter(exchange);
                            return true;
                        });
    }

    @Override
    public String description() {
        return "log context";
    }
}
