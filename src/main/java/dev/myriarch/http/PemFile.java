package dev.myriarch.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of a PEM file (RFC 7468). Its string form is the path, because it may hold a key. */
final class PemFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern BLOCK =
            Pattern.compile(
                    "-----BEGIN ([A-Z0-9 ]{1,64})-----([^-]*)-----END ([A-Z0-9 ]{1,64})-----");

    private final Path path;
    private final String text;

    private record Block(String label, byte[] der) {}

    private PemFile(Path path, String text) {
        this.path = path;
        this.text = text;
    }

    /**
     * @throws TlsFileException when it cannot be read or is larger than one mebibyte
     */
    static PemFile read(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new TlsFileException(path, "is larger than 1 MiB, so it is no PEM file");
            }
            return of(path, bytes);
        } catch (NoSuchFileException missing) {
            throw new TlsFileException(path, "does not exist", missing);
        } catch (IOException failure) {
            throw new TlsFileException(
                    path, "cannot be read (" + failure.getClass().getSimpleName() + ")", failure);
        }
    }

    /** The content of a file that was read. */
    static PemFile of(Path path, byte[] content) {
        return new PemFile(path, new String(content, StandardCharsets.ISO_8859_1));
    }

    Path path() {
        return path;
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All certificates, at least one, in their order. */
    List<X509Certificate> certificates() {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks()) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(certificate(block, certificates.size() + 1));
            }
        }
        if (certificates.isEmpty()) {
            throw new TlsFileException(path, "has no -----BEGIN CERTIFICATE----- block");
        }
        return certificates;
    }

    private X509Certificate certificate(Block block, int number) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(block.der()));
        } catch (CertificateException malformed) {
            throw new TlsFileException(
                    path, "certificate " + number + " is damaged or no X.509", malformed);
        }
    }

    /** The only private key. */
    PrivateKey privateKey() {
        List<Block> keys =
                blocks().stream().filter(block -> block.label().endsWith("PRIVATE KEY")).toList();
        if (keys.size() != 1) {
            throw new TlsFileException(
                    path,
                    keys.isEmpty()
                            ? "has no -----BEGIN PRIVATE KEY----- block"
                            : "has several private keys");
        }
        Block key = keys.getFirst();
        return switch (key.label()) {
            case "PRIVATE KEY" -> decode(key);
            case "ENCRYPTED PRIVATE KEY" ->
                    throw new TlsFileException(
                            path,
                            "the key is encrypted; write it without a password: openssl pkcs8 -in"
                                    + " OLD -out NEW");
            default ->
                    throw new TlsFileException(
                            path,
                            "the key is a "
                                    + key.label()
                                    + ", not PKCS#8; convert it: openssl pkcs8 -topk8 -nocrypt -in"
                                    + " OLD -out NEW");
        };
    }

    private PrivateKey decode(Block key) {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(key.der());
        for (String algorithm : List.of("RSA", "EC")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException another) {
                // Then the next algorithm is tried.
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java platform has it", impossible);
            }
        }
        throw new TlsFileException(path, "the key is damaged, or neither RSA nor EC");
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            String label = matcher.group(1);
            if (!label.equals(matcher.group(3))) {
                throw new TlsFileException(path, "a " + label + " block has another end");
            }
            // Keys of old formats have header lines, which only matter to say what they are.
            boolean wanted = label.equals("CERTIFICATE") || label.equals("PRIVATE KEY");
            blocks.add(new Block(label, wanted ? base64(label, matcher.group(2)) : new byte[0]));
        }
        return blocks;
    }

    private byte[] base64(String label, String body) {
        try {
            return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
        } catch (IllegalArgumentException malformed) {
            throw new TlsFileException(path, "a " + label + " block is not Base64", malformed);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
