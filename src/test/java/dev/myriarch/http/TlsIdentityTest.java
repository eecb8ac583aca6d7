package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsIdentityTest {
    @TempDir private Path folder;

    private final TestCertificate authority = TestCertificate.authority("authority");
    private final TestCertificate server = authority.issue("server");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(certificates(), server.pem() + authority.pem());
        server.writeKey(folder, "server");
    }

    private Path certificates() {
        return folder.resolve("server.crt");
    }

    private Path key() {
        return folder.resolve("server.key");
    }

    private TlsSettings settings() {
        return TlsSettings.of(certificates(), key());
    }

    private void assertRefused(Path file, String problem) {
        assertThatThrownBy(() -> TlsIdentity.load(settings(), new SettableClock(Instant.now())))
                .isInstanceOf(TlsFileException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        Files.delete(key());
        assertRefused(key(), "does not exist");
        Files.delete(certificates());
        assertRefused(certificates(), "does not exist");
    }

    @Test
    void aFolderAndAHugeFileAreNamed() throws IOException {
        Files.delete(key());
        Files.createDirectory(key());
        assertRefused(key(), "cannot be read");
        Files.writeString(certificates(), "x".repeat((1 << 20) + 1));
        assertRefused(certificates(), "larger than 1 MiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| has no -----BEGIN CERTIFICATE----- block",
                "-----BEGIN CERTIFICATE-----| has no -----BEGIN CERTIFICATE----- block",
                "-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----| certificate 1 is damaged",
                "-----BEGIN CERTIFICATE-----A!-----END CERTIFICATE-----| is not Base64",
                "-----BEGIN CERTIFICATE-----AAAA-----END PRIVATE KEY-----| has another end",
            })
    void certificatesThatAreNoneAreNamed(String text, String problem) throws IOException {
        Files.writeString(certificates(), text);
        assertRefused(certificates(), problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-----BEGIN RSA PRIVATE KEY-----x: y-----END RSA PRIVATE KEY-----| openssl pkcs8 -topk8",
                "-----BEGIN EC PRIVATE KEY-----AAAA-----END EC PRIVATE KEY-----| not PKCS#8",
                "-----BEGIN ENCRYPTED PRIVATE KEY-----AAAA-----END ENCRYPTED PRIVATE KEY-----| is encrypted",
                "-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----| damaged, or neither RSA nor EC",
                "nothing| has no -----BEGIN PRIVATE KEY----- block",
            })
    void aKeyThatIsNoneIsNamedWithWhatToDo(String text, String problem) throws IOException {
        Files.writeString(key(), text);
        assertRefused(key(), problem);
    }

    @Test
    void aKeyOfAnotherKindOrCertificateIsNamed() throws Exception {
        authority.issue("other").writeKey(folder, "server");
        assertRefused(key(), "does not belong to the first certificate in " + certificates());
        authority.issueRsa("other").writeKey(folder, "server");
        assertRefused(key(), "does not belong to the first certificate in " + certificates());
        byte[] edwards =
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
        Files.writeString(key(), TestCertificate.block("PRIVATE KEY", edwards));
        assertRefused(key(), "neither RSA nor EC");
        Files.writeString(key(), server.keyPem() + server.keyPem());
        assertRefused(key(), "several private keys");
    }

    @Test
    void aChainInTheWrongOrderIsNamed() throws IOException {
        Files.writeString(
                certificates(), server.pem() + authority.issue("between").pem() + authority.pem());
        assertRefused(certificates(), "certificate 2 did not issue certificate 1");
    }

    @Test
    void authoritiesThatAreNoneAreNamed() throws IOException {
        Path file = server.writeCertificate(folder, "not-an-authority");
        TlsSettings settings =
                new TlsSettings(
                        certificates(),
                        key(),
                        java.util.Optional.of(file),
                        true,
                        TlsVersion.V1_2,
                        TlsSettings.HANDSHAKE_LIMIT);
        assertThatThrownBy(() -> TlsFiles.identity(settings))
                .isInstanceOf(TlsFileException.class)
                .hasMessage(file + ": certificate 1 is not of an authority");
    }

    @Test
    void whatIsWrongWithANewFileIsLoggedOnce() throws IOException {
        SettableClock clock = new SettableClock(Instant.now());
        TlsIdentity identity = TlsIdentity.load(settings(), clock);
        List<String> lines = new ArrayList<>();
        try (Captured _ = new Captured(lines)) {
            Files.writeString(certificates(), "damaged");
            for (int i = 0; i < 3; i++) {
                look(identity, clock);
            }
            assertThat(lines).hasSize(1);
            assertThat(lines.getFirst()).contains("the old ones stay", certificates().toString());

            Files.writeString(certificates(), server.pem());
            look(identity, clock);
            assertThat(lines).hasSize(2);
            assertThat(lines.getLast()).contains("read again");
            look(identity, clock);
            assertThat(lines).hasSize(2);
        }
    }

    @Test
    void aCertificateThatIsNotValidNowIsUsedWithAWarning() {
        TestCertificate expired = authority.issueExpired("server");
        expired.writeCertificate(folder, "server");
        expired.writeKey(folder, "server");
        List<String> lines = new ArrayList<>();
        try (Captured _ = new Captured(lines)) {
            assertThat(TlsFiles.identity(settings()).engine().getUseClientMode()).isFalse();
        }
        assertThat(lines).singleElement().asString().contains(certificates().toString(), "not now");
    }

    private static void look(TlsIdentity identity, SettableClock clock) {
        clock.advance(Duration.ofSeconds(2));
        assertThat(identity.engine().getUseClientMode()).isFalse();
    }

    /** Takes what the class under test logs. */
    private static final class Captured extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger(TlsIdentity.class.getName());
        private final List<String> lines;

        Captured(List<String> lines) {
            this.lines = lines;
            logger.addHandler(this);
            logger.setUseParentHandlers(false);
        }

        @Override
        public void publish(LogRecord message) {
            lines.add(
                    java.text.MessageFormat.format(message.getMessage(), message.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
        }
    }
}
