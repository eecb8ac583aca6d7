package dev.myriarch.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * TLS of a listener.
 *
 * @param certificateFile PEM: the certificate of the server, then those that issued it
 * @param keyFile PEM: the private key of the certificate, PKCS#8, not encrypted
 * @param clientCaFile PEM: authorities of client certificates; empty: none is asked for
 * @param clientCertificateRequired false: a client may come without one
 * @param handshakeLimit time for the whole handshake
 */
public record TlsSettings(
        Path certificateFile,
        Path keyFile,
        Optional<Path> clientCaFile,
        boolean clientCertificateRequired,
        TlsVersion minVersion,
        Duration handshakeLimit) {
    /**
     * Long enough for a whole fleet that reconnects to a server that just started: with two cores,
     * 10,000 agents take about 20 seconds.
     */
    public static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(30);

    public TlsSettings {
        if (clientCertificateRequired && clientCaFile.isEmpty()) {
            throw new IllegalArgumentException("client certificates need their authorities");
        }
        if (!handshakeLimit.isPositive()) {
            throw new IllegalArgumentException("handshakeLimit must be positive");
        }
    }

    /** TLS 1.2 or newer without client certificates. */
    public static TlsSettings of(Path certificateFile, Path keyFile) {
        return new TlsSettings(
                certificateFile,
                keyFile,
                Optional.empty(),
                false,
                TlsVersion.V1_2,
                HANDSHAKE_LIMIT);
    }
}
