package dev.myriarch.http;

import dev.myriarch.testing.TestCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** An authority and a certificate of a server in a folder, and clients that trust it. */
public final class TlsFiles {
    private final Path folder;
    private final TestCertificate authority;
    private final Path authorityFile;
    private final TestCertificate server;

    private TlsFiles(Path folder, TestCertificate authority, TestCertificate server) {
        this.folder = folder;
        this.authority = authority;
        this.server = server;
        authorityFile = authority.writeCertificate(folder, "authority");
        server.writeCertificate(folder, "server");
        server.writeKey(folder, "server");
    }

    /** With a P-256 key. */
    public static TlsFiles in(Path folder) {
        TestCertificate authority = TestCertificate.authority("authority");
        return new TlsFiles(folder, authority, authority.issue("server"));
    }

    static TlsFiles rsa(Path folder) {
        TestCertificate authority = TestCertificate.authority("authority");
        return new TlsFiles(folder, authority, authority.issueRsa("server"));
    }

    TestCertificate authority() {
        return authority;
    }

    public Path authorityFile() {
        return authorityFile;
    }

    TestCertificate server() {
        return server;
    }

    public Path certificateFile() {
        return folder.resolve("server.crt");
    }

    public Path keyFile() {
        return folder.resolve("server.key");
    }

    /** Another certificate of the authority takes the place of the first. */
    TestCertificate renew(String name) {
        TestCertificate next = authority.issue(name);
        next.writeKey(folder, "server");
        next.writeCertificate(folder, "server");
        return next;
    }

    TlsSettings settings() {
        return TlsSettings.of(certificateFile(), keyFile());
    }

    TlsSettings settings(TlsVersion version, Duration handshakeLimit) {
        return new TlsSettings(
                certificateFile(), keyFile(), Optional.empty(), false, version, handshakeLimit);
    }

    TlsSettings withClients(boolean required) {
        return new TlsSettings(
                certificateFile(),
                keyFile(),
                Optional.of(authorityFile),
                required,
                TlsVersion.V1_2,
                TlsSettings.HANDSHAKE_LIMIT);
    }

    public TlsIdentity identity() {
        return identity(settings());
    }

    static TlsIdentity identity(TlsSettings settings) {
        return TlsIdentity.load(settings, InstantSource.system());
    }

    /** A client without a certificate. */
    public SSLContext client() {
        return TlsContexts.client(authorityFile);
    }

    /** A client that shows this certificate. */
    SSLContext client(TestCertificate own) {
        return TlsContexts.client(
                authorityFile,
                own.writeCertificate(folder, "client"),
                own.writeKey(folder, "client"));
    }
}
