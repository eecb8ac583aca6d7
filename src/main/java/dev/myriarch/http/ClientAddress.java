package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Tells who called, behind proxies too. {@code X-Forwarded-For} and {@code X-Forwarded-Proto} count
 * only from an address in {@code server.trustedProxies}: anybody else can write anything into them.
 * Immutable.
 */
public final class ClientAddress {
    private final List<Cidr> trusted;

    /**
     * @param address of the caller
     * @param secure true when the caller reached us, or the trusted proxy, over TLS
     */
    public record Client(InetAddress address, boolean secure) {}

    public ClientAddress(List<Cidr> trustedProxies) {
        trusted = List.copyOf(trustedProxies);
    }

    public Client resolve(HttpExchange exchange) {
        boolean secure =
                ServerExchange.of(exchange)
                        .map(own -> own.connection().transport().secure())
                        .orElse(exchange instanceof HttpsExchange);
        return resolve(
                new Client(exchange.getRemoteAddress().getAddress(), secure),
                exchange.getRequestHeaders().getOrDefault("X-Forwarded-For", List.of()),
                exchange.getRequestHeaders().getOrDefault("X-Forwarded-Proto", List.of()));
    }

    /**
     * The first address from the right that is not a trusted proxy; the chain ends at what is no
     * address. The scheme is the last one named, which the proxy next to us wrote.
     */
    Client resolve(Client peer, List<String> forwardedFor, List<String> forwardedProto) {
        if (!isTrusted(peer.address())) {
            return peer;
        }
        List<String> chain = elements(forwardedFor);
        InetAddress address = peer.address();
        for (int i = chain.size() - 1; i >= 0 && isTrusted(address); i--) {
            Optional<InetAddress> before = IpLiteral.parseWithPort(chain.get(i));
            if (before.isEmpty()) {
                break;
            }
            address = before.get();
        }
        List<String> schemes = elements(forwardedProto);
        boolean secure =
                schemes.isEmpty() ? peer.secure() : schemes.getLast().equalsIgnoreCase("https");
        return new Client(address, secure);
    }

    /** True for an address of {@code server.trustedProxies}. */
    public boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /**
     * The key under which a caller is limited: the IPv4 address (also for an IPv4-mapped one), or
     * the /64 network of an IPv6 address, since one host has all of that.
     */
    public static String limiterKey(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(bytes, 0, 8) + "/64"
                : address.getHostAddress();
    }

    private static List<String> elements(List<String> values) {
        List<String> elements = new ArrayList<>();
        values.forEach(value -> elements.addAll(HeaderTokens.split(value)));
        return elements;
    }
}
