package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * Tells which certificate a client showed: to this listener, or to a proxy of {@code
 * server.trustedProxies} that ends TLS and forwards it in a header. Behind such a proxy only the
 * header counts, because the certificate of the connection is that of the proxy; from anybody else
 * the header counts nothing. Thread-safe.
 */
public final class ClientCertificates {
    private final Optional<Forwarded> forwarded;

    private record Forwarded(String header, ClientAddress clients, ClientAuthorities authorities) {}

    private ClientCertificates(Optional<Forwarded> forwarded) {
        this.forwarded = forwarded;
    }

    /** Only those that the listener itself verified. */
    public static ClientCertificates direct() {
        return new ClientCertificates(Optional.empty());
    }

    /**
     * Also those that proxies forward.
     *
     * @param header that the proxies set, and take out of what they get
     * @param clients knows the proxies
     * @param authorities verify what is forwarded again
     */
    public static ClientCertificates forwarded(
            String header, ClientAddress clients, ClientAuthorities authorities) {
        if (!HttpCharacters.isToken(header)) {
            throw new IllegalArgumentException("not the name of a header: " + header);
        }
        return new ClientCertificates(Optional.of(new Forwarded(header, clients, authorities)));
    }

    public ClientCertificate of(HttpExchange exchange) {
        return forwarded
                .filter(by -> by.clients().isTrusted(exchange.getRemoteAddress().getAddress()))
                .map(by ->
                        forwarded(
                                exchange.getRequestHeaders().getOrDefault(by.header(), List.of()),
                                by.authorities()))
                .orElseGet(() -> direct(PeerCertificates.of(exchange)));
    }

    private static ClientCertificate direct(List<X509Certificate> chain) {
        return chain.isEmpty()
                ? new ClientCertificate.None()
                : new ClientCertificate.Verified(chain.getFirst());
    }

    /** Two lines may be one of the proxy and one that a client made up. */
    static ClientCertificate forwarded(List<String> lines, ClientAuthorities authorities) {
        if (lines.size() > 1) {
            return new ClientCertificate.Rejected("the header of the certificate occurs twice");
        }
        if (lines.isEmpty() || lines.getFirst().isBlank()) {
            return new ClientCertificate.None();
        }
        Optional<List<X509Certificate>> chain = ForwardedCertificate.parse(lines.getFirst());
        if (chain.isEmpty()) {
            return new ClientCertificate.Rejected("the forwarded certificate cannot be read");
        }
        return authorities
                .refusal(chain.get())
                .<ClientCertificate>map(ClientCertificate.Rejected::new)
                .orElseGet(() -> new ClientCertificate.Verified(chain.get().getFirst()));
    }
}
