package dev.myriarch.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses requests for a host that the server does not go by. A page of another site can point its
 * own name at 127.0.0.1 and have the browser ask this server (DNS rebinding), but the request then
 * says that name. Addresses are always fine, because no name is resolved to get there; so are
 * {@code localhost} and what is below it.
 */
public final class AllowedHosts extends Filter {
    private final Set<String> names;

    /**
     * @param names besides those that are always fine, in lower case, without a port
     */
    public AllowedHosts(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        // One that is missing comes from no browser; the parser lets one or none through.
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (hosts.stream().allMatch(this::isAllowed)) {
            chain.doFilter(exchange);
        } else {
            Fallback.text(
                    exchange,
                    421,
                    "this server does not go by that name; server.publicUrl gives it one");
        }
    }

    boolean isAllowed(String host) {
        if (host.startsWith("[")) {
            return true;
        }
        int colon = host.indexOf(':');
        String name = (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || names.contains(name)
                || IpLiteral.parse(name).isPresent();
    }

    @Override
    public String description() {
        return "allowed hosts";
    }
}
