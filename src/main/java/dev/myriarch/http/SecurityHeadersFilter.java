package dev.myriarch.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Gives every answer the headers that no answer may lack, whoever gives it. */
public final class SecurityHeadersFilter extends Filter {
    private final ClientAddress clients;

    public SecurityHeadersFilter(ClientAddress clients) {
        this.clients = clients;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        SecurityHeaders.addTo(exchange, clients.resolve(exchange).secure());
        chain.doFilter(exchange);
    }

    @Override
    public String description() {
        return "security headers";
    }
}
