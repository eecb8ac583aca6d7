package dev.myriarch.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** X.509 certificates for tests, made byte by byte, with their keys. Nothing of them is kept. */
public final class TestCertificate {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final byte[] COMMON_NAME = {0x06, 3, 0x55, 4, 3};
    private static final byte[] BASIC_CONSTRAINTS = {0x06, 3, 0x55, 0x1D, 19};
    private static final byte[] ALTERNATIVE_NAMES = {0x06, 3, 0x55, 0x1D, 17};

    private final X509Certificate certificate;
    private final PrivateKey key;

    private TestCertificate(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /** A certificate authority that signed itself. */
    public static TestCertificate authority(String name) {
        KeyPair pair = ecKeys();
        Validity validity = Validity.now();
        return make(name, pair, name, pair.getPrivate(), validity, true);
    }

    /** Issued by this one for 127.0.0.1 and localhost, with a P-256 key. */
    public TestCertificate issue(String name) {
        return issue(name, ecKeys(), Validity.now());
    }

    /** As {@link #issue(String)}, with an RSA key. */
    public TestCertificate issueRsa(String name) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return issue(name, generator.generateKeyPair(), Validity.now());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** As {@link #issue(String)}, but not valid any more. */
    public TestCertificate issueExpired(String name) {
        Instant now = Instant.now();
        Validity past = new Validity(now.minus(Duration.ofDays(2)), now.minus(Duration.ofDays(1)));
        return issue(name, ecKeys(), past);
    }

    private TestCertificate issue(String name, KeyPair pair, Validity validity) {
        String issuer = certificate.getSubjectX500Principal().getName().substring(3);
        return make(name, pair, issuer, key, validity, false);
    }

    private record Validity(Instant from, Instant to) {
        static Validity now() {
            Instant now = Instant.now();
            return new Validity(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(2)));
        }
    }

    private static KeyPair ecKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static TestCertificate make(
            String name,
            KeyPair pair,
            String issuer,
            PrivateKey issuerKey,
            Validity validity,
            boolean authority) {
        // The oid of ecdsa-with-SHA256: every issuer here has an EC key.
        byte[] algorithm = der(0x30, HexFormat.of().parseHex("06082a8648ce3d040302"));
        byte[] extensions =
                authority
                        ? der(
                                0x30,
                                BASIC_CONSTRAINTS,
                                new byte[] {1, 1, (byte) 0xFF},
                                der(0x04, der(0x30, new byte[] {1, 1, (byte) 0xFF})))
                        : der(
                                0x30,
                                ALTERNATIVE_NAMES,
                                der(
                                        0x04,
                                        der(
                                                0x30,
                                                der(0x82, ascii("localhost")),
                                                der(0x87, new byte[] {127, 0, 0, 1}))));
        byte[] unsigned =
                der(
                        0x30,
                        der(0xA0, new byte[] {2, 1, 2}),
                        der(0x02, BigInteger.valueOf(serial()).toByteArray()),
                        algorithm,
                        name(issuer),
                        der(
                                0x30,
                                der(0x17, ascii(TIME.format(validity.from()))),
                                der(0x17, ascii(TIME.format(validity.to())))),
                        name(name),
                        pair.getPublic().getEncoded(),
                        der(0xA3, der(0x30, extensions)));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(issuerKey);
            signature.update(unsigned);
            byte[] bits = der(0x03, new byte[] {0}, signature.sign());
            byte[] whole = der(0x30, unsigned, algorithm, bits);
            return new TestCertificate(
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509")
                                    .generateCertificate(new ByteArrayInputStream(whole)),
                    pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static long serial() {
        return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }

    private static byte[] name(String commonName) {
        return der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0C, ascii(commonName)))));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length < 128) {
            out.write(length);
        } else if (length < 256) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >> 8);
            out.write(length);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** The certificate as PEM. */
    public String pem() {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** The key as PEM, PKCS#8. */
    public String keyPem() {
        return block("PRIVATE KEY", key.getEncoded());
    }

    /** A PEM block. */
    public static String block(String label, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(
                        label, Base64.getMimeEncoder(64, ascii("\n")).encodeToString(der), label);
    }

    /** Writes the certificate to {@code <name>.crt} and returns the file. */
    public Path writeCertificate(Path folder, String name) {
        return write(folder.resolve(name + ".crt"), pem());
    }

    /** Writes the key to {@code <name>.key} and returns the file. */
    public Path writeKey(Path folder, String name) {
        return write(folder.resolve(name + ".key"), keyPem());
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
