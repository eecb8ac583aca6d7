package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority of one test: the certificate of a server, and clients that trust it. */
public final class TestAuthority {
    private final TestCertificate authority = TestCertificate.authority("authority");
    private final Path file;

    /**
     * Makes one.
     *
     * @param folder for its certificate
     */
    public TestAuthority(Path folder) {
        file = authority.writeCertificate(folder, "authority");
    }

    /** Its certificate. */
    public Path file() {
        return file;
    }

    /** Writes server.crt, server.key, and server.pem with both. */
    public void writeServerFiles(Path folder) {
        TestCertificate server = authority.issue("server");
        server.writeCertificate(folder, "server");
        server.writeKey(folder, "server");
        try {
            Files.writeString(folder.resolve("server.pem"), server.pem() + server.keyPem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public SSLContext context() {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("authority", authority.certificate());
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A client that trusts nobody else. */
    public HttpClient.Builder client() {
        return HttpClient.newBuilder().sslContext(context());
    }
}
