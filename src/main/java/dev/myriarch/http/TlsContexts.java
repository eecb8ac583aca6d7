package dev.myriarch.http;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** TLS contexts from PEM files. */
public final class TlsContexts {
    private TlsContexts() {}

    /**
     * For a client that trusts the authorities in {@code caFile} and nobody else.
     *
     * @throws TlsFileException when the file cannot be used
     */
    public static SSLContext client(Path caFile) {
        return context(Optional.empty(), Optional.of(PemFile.read(caFile)));
    }

    /** As {@link #client(Path)}, with a certificate of its own. */
    public static SSLContext client(Path caFile, Path certificateFile, Path keyFile) {
        return context(
                Optional.of(new Identity(PemFile.read(certificateFile), PemFile.read(keyFile))),
                Optional.of(PemFile.read(caFile)));
    }

    /** A certificate chain and its key. */
    record Identity(PemFile certificates, PemFile key) {}

    /**
     * @param authorities those of the JDK when empty
     * @throws TlsFileException when a file cannot be used, or they do not belong together
     */
    static SSLContext context(Optional<Identity> identity, Optional<PemFile> authorities) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager @Nullable [] keys = null;
            if (identity.isPresent()) {
                keys = keyManagers(identity.get());
            }
            TrustManager @Nullable [] trust = null;
            if (authorities.isPresent()) {
                trust = trustManagers(authorities.get());
            }
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("this Java platform has no TLS", impossible);
        }
    }

    /** What verifies certificates that these authorities issued. */
    static X509TrustManager trust(PemFile authorities) {
        try {
            for (TrustManager manager : trustManagers(authorities)) {
                if (manager instanceof X509TrustManager trust) {
                    return trust;
                }
            }
            throw new IllegalStateException("this Java platform cannot verify certificates");
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("this Java platform has no TLS", impossible);
        }
    }

    private static KeyManager[] keyManagers(Identity identity)
            throws GeneralSecurityException, IOException {
        List<X509Certificate> chain = identity.certificates().certificates();
        checkOrder(identity.certificates().path(), chain);
        PrivateKey key = identity.key().privateKey();
        checkPair(identity, chain.getFirst().getPublicKey(), key);
        KeyStore store = emptyStore();
        store.setKeyEntry("own", key, new char[0], chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static TrustManager[] trustManagers(PemFile authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        int number = 0;
        for (X509Certificate authority : authorities.certificates()) {
            number++;
            if (authority.getBasicConstraints() < 0) {
                throw new TlsFileException(
                        authorities.path(), "certificate " + number + " is not of an authority");
            }
            store.setCertificateEntry("authority-" + number, authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void checkOrder(Path file, List<X509Certificate> chain) {
        for (int i = 1; i < chain.size(); i++) {
            if (!chain.get(i - 1)
                    .getIssuerX500Principal()
                    .equals(chain.get(i).getSubjectX500Principal())) {
                throw new TlsFileException(
                        file,
                        "certificate %d did not issue certificate %d: the certificate of the server comes first, then what issued it"
                                .formatted(i + 1, i));
            }
        }
    }

    /** Signs and verifies, which tells for every kind of key whether the two belong together. */
    private static void checkPair(Identity identity, PublicKey certified, PrivateKey key)
            throws GeneralSecurityException {
        String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
        boolean pair;
        try {
            byte[] text = {1, 2, 3};
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(text);
            byte[] signature = signer.sign();
            signer.initVerify(certified);
            signer.update(text);
            pair = signer.verify(signature);
        } catch (InvalidKeyException | java.security.SignatureException different) {
            pair = false;
        }
        if (!pair) {
            throw new TlsFileException(
                    identity.key().path(),
                    "the key does not belong to the first certificate in "
                            + identity.certificates().path());
        }
    }
}
