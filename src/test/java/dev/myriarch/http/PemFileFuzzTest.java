package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** PEM files: a certificate, a key, or a message that names the file and repeats nothing of it. */
public class PemFileFuzzTest {
    private static final Path PATH = Path.of("tls.pem");

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(PemFileFuzzTest.class, PemFileFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    /** True when it has certificates or a key. */
    private static boolean accepts(byte[] input) {
        PemFile file = PemFile.of(PATH, input);
        assertThat(file.bytes()).isEqualTo(input);
        assertThat(file).hasToString("tls.pem");
        boolean certificates = taken(file, pem -> assertThat(pem.certificates()).isNotEmpty());
        boolean key =
                taken(file, pem -> assertThat(pem.privateKey().getAlgorithm()).isIn("RSA", "EC"));
        return certificates || key;
    }

    private static boolean taken(PemFile file, Consumer<PemFile> use) {
        try {
            use.accept(file);
            return true;
        } catch (TlsFileException refused) {
            assertThat(refused.getMessage()).startsWith("tls.pem: ").hasSizeLessThan(300);
            return false;
        }
    }
}
