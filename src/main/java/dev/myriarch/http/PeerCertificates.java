package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import java.security.cert.X509Certificate;
import java.util.List;

/** Client certificates that the listener itself has verified. */
public final class PeerCertificates {
    private PeerCertificates() {}

    /**
     * The chain of the client, its own certificate first; empty when it came without one or the
     * connection is plain. Works through exchanges that a filter wrapped.
     */
    public static List<X509Certificate> of(HttpExchange exchange) {
        return ServerExchange.of(exchange)
                .map(own -> own.connection().transport().peerCertificates())
                .orElse(List.of());
    }
}
