package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Brand;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TokensTest {
    @Test
    void aNewTokenHasItsPrefixAndThirtyTwoRandomCharacters() {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

        String token = Tokens.create(Brand.API_TOKEN_PREFIX, random);

        assertThat(token).matches("myra_[0-9A-Za-z]{32}");
        assertThat(Tokens.create(Brand.API_TOKEN_PREFIX, random)).isNotEqualTo(token);
        assertThat(Tokens.isApiToken(token)).isTrue();
        assertThat(Tokens.isEnrollmentToken(token)).isFalse();
        assertThat(token).startsWith(Tokens.displayPrefix(token));
        assertThat(Tokens.displayPrefix(token)).hasSize(11);
    }

    @Test
    void onlyTheDocumentedFormIsWorthALookUp() {
        assertThat(Tokens.isEnrollmentToken("myre_" + "x".repeat(31))).isFalse();
        assertThat(Tokens.isEnrollmentToken("myre_" + "x".repeat(32))).isTrue();
        assertThat(Tokens.isEnrollmentToken("myre_" + "-_".repeat(60))).isTrue();
        assertThat(Tokens.isEnrollmentToken("myre_" + "x".repeat(121))).isFalse();
        assertThat(Tokens.isEnrollmentToken("myre_" + "x".repeat(31) + "é")).isFalse();
        assertThat(Tokens.isEnrollmentToken("myre_" + "x".repeat(32) + "\n")).isFalse();
        assertThat(Tokens.isEnrollmentToken("")).isFalse();
    }
}
