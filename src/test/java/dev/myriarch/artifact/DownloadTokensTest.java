package dev.myriarch.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.artifact.DownloadTokens.Claim;
import dev.myriarch.domain.AgentId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DownloadTokensTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final AgentId UPDATER = new AgentId(new UUID(0x1122, 0x3344));
    private static final ArtifactId ARTIFACT = new ArtifactId(new UUID(0x5566, 0x7788));
    private static final byte[] KEY = key(7);

    private final DownloadTokens tokens = new DownloadTokens(KEY, Duration.ofHours(24));

    private static byte[] key(int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return key;
    }

    private String mint() {
        return tokens.mint(UPDATER, ARTIFACT, NOW).reveal();
    }

    @Test
    void aTokenTellsWhoWasOfferedWhat() {
        assertThat(tokens.check(mint(), ARTIFACT, NOW.plusSeconds(5)))
                .contains(new Claim(UPDATER, ARTIFACT, NOW));
        assertThat(mint()).matches("myrd_[A-Za-z0-9_-]{99}");
    }

    @Test
    void theSecretDoesNotShow() {
        assertThat(tokens.mint(UPDATER, ARTIFACT, NOW)).hasToString("***");
    }

    @Test
    void anotherArtifactIsNotLoadedWithIt() {
        ArtifactId other = new ArtifactId(new UUID(0x5566, 0x7789));
        assertThat(tokens.check(mint(), other, NOW)).isEmpty();
    }

    @Test
    void itEndsWithItsTimeUnlessItHasNone() {
        Instant end = NOW.plus(Duration.ofHours(24));
        assertThat(tokens.check(mint(), ARTIFACT, end.minusSeconds(1))).isPresent();
        assertThat(tokens.check(mint(), ARTIFACT, end)).isEmpty();
        DownloadTokens endless = new DownloadTokens(KEY, Duration.ZERO);
        assertThat(endless.check(mint(), ARTIFACT, NOW.plus(Duration.ofDays(5000)))).isPresent();
    }

    @Test
    void aReplicaWithTheSameKeyTakesItAndOneWithAnotherDoesNot() {
        assertThat(new DownloadTokens(KEY, Duration.ofHours(1)).check(mint(), ARTIFACT, NOW))
                .isPresent();
        assertThat(new DownloadTokens(key(8), Duration.ofHours(24)).check(mint(), ARTIFACT, NOW))
                .isEmpty();
    }

    @Test
    void noBitOfItMayChange() {
        String token = mint();
        byte[] bytes = Base64.getUrlDecoder().decode(token.substring(5));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            String text = "myrd_" + Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThat(text).isNotEqualTo(token);
            // The artifact in the token may be the one that is asked for, or the changed one.
            ByteBuffer content = ByteBuffer.wrap(changed, 2, 16);
            ArtifactId named = new ArtifactId(new UUID(content.getLong(), content.getLong()));
            assertThat(tokens.check(text, ARTIFACT, NOW)).as("bit " + bit).isEmpty();
            assertThat(tokens.check(text, named, NOW)).as("bit " + bit).isEmpty();
        }
    }

    @Test
    void aTokenHasOneSpelling() {
        String token = mint();
        char last = token.charAt(token.length() - 1);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int spellings = 0;
        for (int i = 0; i < alphabet.length(); i++) {
            char other = alphabet.charAt(i);
            String text = token.substring(0, token.length() - 1) + other;
            boolean taken = tokens.check(text, ARTIFACT, NOW).isPresent();
            assertThat(taken).isEqualTo(other == last);
            spellings += taken ? 1 : 0;
        }
        assertThat(spellings).isEqualTo(1);
    }

    /** Signed with the right key, but of a kind or format that this version does not know. */
    @ParameterizedTest
    @ValueSource(strings = {"0169", "01ff", "0000", "0200"})
    void anotherKindOrFormatIsRefused(String formatAndKind) throws Exception {
        byte[] bytes = Base64.getUrlDecoder().decode(mint().substring(5));
        byte[] content = Arrays.copyOf(bytes, bytes.length - 32);
        System.arraycopy(HexFormat.of().parseHex(formatAndKind), 0, content, 0, 2);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        byte[] forged =
                ByteBuffer.allocate(bytes.length).put(content).put(mac.doFinal(content)).array();
        String text = "myrd_" + Base64.getUrlEncoder().withoutPadding().encodeToString(forged);
        assertThat(tokens.check(text, ARTIFACT, NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "myrd_",
                "myre_abcdefghijklmnopqrstuvwxyz012345",
                "Bearer myrd_AAAA",
                "myrd_\u0000",
                "\uD83D\uDE00"
            })
    void whatIsNoTokenIsRefused(String text) {
        assertThat(tokens.check(text, ARTIFACT, NOW)).isEmpty();
        String token = mint();
        assertThat(tokens.check(token + text + "x", ARTIFACT, NOW)).isEmpty();
        assertThat(tokens.check(token.replace('_', '+'), ARTIFACT, NOW)).isEmpty();
        assertThat(tokens.check(token.substring(1) + "=", ARTIFACT, NOW)).isEmpty();
    }

    @Test
    void aShortKeyIsRefused() {
        assertThatThrownBy(() -> new DownloadTokens(new byte[31], Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bytes");
    }
}
