package dev.myriarch.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Download tokens: nothing is one but what was made as one, character by character. */
public class DownloadTokenFuzzTest {
    private static final ArtifactId ARTIFACT = new ArtifactId(new UUID(1, 2));
    private static final DownloadTokens TOKENS = new DownloadTokens(new byte[32], Duration.ZERO);

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(DownloadTokenFuzzTest.class, DownloadTokenFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Optional<DownloadTokens.Claim> claim = TOKENS.check(text, ARTIFACT, Instant.EPOCH);
        claim.ifPresent(made ->
                assertThat(TOKENS.mint(made.updater(), ARTIFACT, made.at()).reveal())
                        .isEqualTo(text));
        return claim.isPresent();
    }
}
