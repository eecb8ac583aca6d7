package dev.myriarch.http;

import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.X509TrustManager;

/**
 * Verifies client certificates that a proxy forwards, with the checks that TLS makes. The file is
 * looked at when somebody comes, at most once a second, and taken over when its content changed and
 * is usable. Thread-safe.
 */
public final class ClientAuthorities {
    private static final System.Logger LOG = System.getLogger(ClientAuthorities.class.getName());
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Path file;
    private final InstantSource clock;
    private final AtomicReference<Instant> lastCheck;
    private volatile Loaded current;
    private volatile String refused = "";

    private record Loaded(byte[] content, X509TrustManager trust) {}

    private ClientAuthorities(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        lastCheck = new AtomicReference<>(clock.instant());
        current = load(PemFile.read(file));
    }

    /**
     * @param file PEM: the authorities
     * @throws TlsFileException when it cannot be used
     */
    public static ClientAuthorities load(Path file, InstantSource clock) {
        return new ClientAuthorities(file, clock);
    }

    /**
     * Why a certificate is not to be believed; empty when it is.
     *
     * @param chain its own certificate first
     */
    Optional<String> refusal(List<X509Certificate> chain) {
        reload();
        try {
            current.trust()
                    .checkClientTrusted(
                            chain.toArray(X509Certificate[]::new),
                            chain.getFirst().getPublicKey().getAlgorithm());
            return Optional.empty();
        } catch (CertificateException untrusted) {
            return Optional.of("no client authority issued the certificate, or it is not valid");
        }
    }

    private void reload() {
        Instant now = clock.instant();
        Instant last = lastCheck.get();
        if (Duration.between(last, now).abs().compareTo(CHECK_INTERVAL) < 0
                || !lastCheck.compareAndSet(last, now)) {
            return;
        }
        try {
            PemFile content = PemFile.read(file);
            if (!Arrays.equals(content.bytes(), current.content())) {
                current = load(content);
                LOG.log(System.Logger.Level.INFO, "the client authorities were read again");
            }
            refused = "";
        } catch (TlsFileException unusable) {
            String reason = String.valueOf(unusable.getMessage());
            if (!reason.equals(refused)) {
                refused = reason;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the client authorities changed and are not used, the old ones stay: {0}",
                        reason);
            }
        }
    }

    private static Loaded load(PemFile content) {
        return new Loaded(content.bytes(), TlsContexts.trust(content));
    }
}
