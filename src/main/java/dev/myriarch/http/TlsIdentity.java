package dev.myriarch.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * Certificate, key and client authorities of a listener. The files are looked at when somebody
 * connects, at most once a second, and taken over when their content changed and is usable; until
 * then the old ones stay. Names that a client asks for (SNI) make no difference. Thread-safe.
 */
public final class TlsIdentity {
    private static final System.Logger LOG = System.getLogger(TlsIdentity.class.getName());
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final TlsSettings settings;
    private final InstantSource clock;
    private final HandshakeGate gate = new HandshakeGate();
    private final AtomicReference<Instant> lastCheck;
    private volatile Loaded current;
    // Fingerprint, or message, of what was refused last, which is logged once.
    private volatile String refused = "";

    private record Files(PemFile certificates, PemFile key, Optional<PemFile> authorities) {}

    private record Loaded(String fingerprint, SSLContext context) {}

    private TlsIdentity(TlsSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        lastCheck = new AtomicReference<>(clock.instant());
        current = load(read(), clock);
    }

    /**
     * Reads the files.
     *
     * @throws TlsFileException when one cannot be used
     */
    public static TlsIdentity load(TlsSettings settings, InstantSource clock) {
        return new TlsIdentity(settings, clock);
    }

    /** TLS over an accepted connection. */
    Transport over(Transport raw) {
        return new TlsTransport(raw, this::engine, gate);
    }

    Duration handshakeLimit() {
        return settings.handshakeLimit();
    }

    /** For one connection, with the certificate that is valid now. */
    SSLEngine engine() {
        reload();
        SSLEngine engine = current.context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(settings.minVersion().protocols());
        parameters.setCipherSuites(
                Arrays.stream(parameters.getCipherSuites())
                        .filter(TlsIdentity::isGood)
                        .toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(true);
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        if (settings.clientCertificateRequired()) {
            parameters.setNeedClientAuth(true);
        } else if (settings.clientCaFile().isPresent()) {
            parameters.setWantClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /**
     * Suites of TLS 1.3, and of TLS 1.2 those with forward secrecy and authenticated encryption.
     */
    private static boolean isGood(String suite) {
        boolean authenticated = suite.contains("_GCM_") || suite.contains("_CHACHA20_");
        return authenticated && (suite.startsWith("TLS_ECDHE_") || !suite.contains("_WITH_"));
    }

    /** One thread a second looks; the others go on with what there is. */
    private void reload() {
        Instant now = clock.instant();
        Instant last = lastCheck.get();
        if (Duration.between(last, now).abs().compareTo(CHECK_INTERVAL) < 0
                || !lastCheck.compareAndSet(last, now)) {
            return;
        }
        String fingerprint = "";
        try {
            Files files = read();
            fingerprint = fingerprint(files);
            if (fingerprint.equals(current.fingerprint())) {
                refused = "";
            } else if (!fingerprint.equals(refused)) {
                current = load(files, clock);
                refused = "";
                LOG.log(System.Logger.Level.INFO, "the TLS files were read again");
            }
        } catch (TlsFileException unusable) {
            String reason =
                    fingerprint.isEmpty() ? String.valueOf(unusable.getMessage()) : fingerprint;
            if (!reason.equals(refused)) {
                refused = reason;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the TLS files changed and are not used, the old ones stay: {0}",
                        unusable.getMessage());
            }
        }
    }

    private Files read() {
        return new Files(
                PemFile.read(settings.certificateFile()),
                PemFile.read(settings.keyFile()),
                settings.clientCaFile().map(PemFile::read));
    }

    private static Loaded load(Files files, InstantSource clock) {
        SSLContext context =
                TlsContexts.context(
                        Optional.of(new TlsContexts.Identity(files.certificates(), files.key())),
                        files.authorities());
        X509Certificate own = files.certificates().certificates().getFirst();
        Instant now = clock.instant();
        if (now.isAfter(own.getNotAfter().toInstant())
                || now.isBefore(own.getNotBefore().toInstant())) {
            // Not refused: a server with an old certificate can still be repaired through its UI.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the certificate in {0} is valid from {1} to {2}, not now",
                    files.certificates(),
                    own.getNotBefore().toInstant(),
                    own.getNotAfter().toInstant());
        }
        return new Loaded(fingerprint(files), context);
    }

    private static String fingerprint(Files files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(files.certificates().bytes());
            digest.update((byte) 0);
            digest.update(files.key().bytes());
            digest.update((byte) 0);
            files.authorities().ifPresent(file -> digest.update(file.bytes()));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
