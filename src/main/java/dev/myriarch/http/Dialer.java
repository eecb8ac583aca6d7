package dev.myriarch.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Opens outgoing connections, plain or TLS. The certificate must name the host. Immutable. */
final class Dialer {
    private static final int SEND_BUFFER = 256 << 10;

    private final SSLContext tls;
    private final HandshakeGate gate = new HandshakeGate();

    Dialer(SSLContext tls) {
        this.tls = tls;
    }

    /** A connection whose TLS handshake, if any, is still to come. */
    Transport connect(URI uri, Deadline deadline) throws IOException {
        boolean secure =
                switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
                    case "http" -> false;
                    case "https" -> true;
                    default -> throw new IllegalArgumentException("neither http nor https");
                };
        String host = uri.getHost();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        int port = uri.getPort() >= 0 ? uri.getPort() : (secure ? 443 : 80);
        SocketTransport raw = new SocketTransport(socket(bare, port, deadline), SEND_BUFFER);
        return secure ? new TlsTransport(raw, () -> engine(bare, port), gate) : raw;
    }

    /** The first address of the host that takes the connection. */
    private static SocketChannel socket(String host, int port, Deadline deadline)
            throws IOException {
        IOException failure = new IOException("the host has no address");
        for (InetAddress address : addresses(host)) {
            SocketChannel socket = SocketChannel.open();
            try {
                int millis = Math.clamp(deadline.left().toMillis(), 1, Integer.MAX_VALUE);
                socket.socket().connect(new InetSocketAddress(address, port), millis);
                return socket;
            } catch (IOException next) {
                socket.close();
                failure = next;
            }
        }
        throw new IOException(
                "cannot connect to %s, port %d: %s".formatted(host, port, failure.getMessage()),
                failure);
    }

    private static InetAddress[] addresses(String host) throws IOException {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException unknown) {
            throw new IOException("the host " + host + " is unknown", unknown);
        }
    }

    private SSLEngine engine(String host, int port) {
        SSLEngine engine = tls.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setProtocols(TlsVersion.V1_2.protocols());
        engine.setSSLParameters(parameters);
        return engine;
    }
}
