package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.myriarch.base.Secret;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordHashTest {
    /** Made with hashlib.pbkdf2_hmac of Python: password "correct horse", salt of 16 zero bytes. */
    private static final String KNOWN =
            "pbkdf2-sha256$100000$AAAAAAAAAAAAAAAAAAAAAA==$Yeg84jRJS3wxGcEXhWDb6MegXouWZF33BynGYFRE2x4=";

    @Test
    void knownHashMatchesItsPasswordAndNoOther() {
        PasswordHash hash = PasswordHash.parse(KNOWN);
        assertThat(hash.matches(new Secret("correct horse"))).isTrue();
        assertThat(hash.matches(new Secret("correct horsf"))).isFalse();
        assertThat(hash.matches(new Secret(""))).isFalse();
        assertThat(hash.matches(new Secret("x".repeat(1025)))).isFalse();
        assertThat(hash.text()).isEqualTo(KNOWN);
        assertThat(hash.toString()).isEqualTo("***");
    }

    @Test
    void newHashIsReadBackAndHasItsOwnSalt() {
        Random random = new Random(1);
        PasswordHash hash = PasswordHash.create(new Secret("pässwörd €"), random);
        assertThat(PasswordHash.parse(hash.text()).matches(new Secret("pässwörd €"))).isTrue();
        assertThat(PasswordHash.create(new Secret("pässwörd €"), random).text())
                .isNotEqualTo(hash.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hunter2",
                "pbkdf2-sha256$099999$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "pbkdf2-sha256$9999999$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "pbkdf2-sha256$600000$AAAAAAAAAAAAAAAAAAAAAAA=$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "pbkdf2-sha256$600000$=AAAAAAAAAAAAAAAAAAAAAA=$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "pbkdf2-sha1$600000$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            })
    void otherTextIsRefusedAndNotRepeated(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PasswordHash.parse(text))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
    }
}
