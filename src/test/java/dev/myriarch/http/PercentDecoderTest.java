package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentDecoderTest {
    @Test
    void aPathSegmentIsDecodedAndKeepsItsPlus() {
        assertThat(PercentDecoder.pathSegment("a%20%C3%A4+%2b")).isEqualTo("a \u00e4++");
    }

    @Test
    void aQueryHasPlusForSpace() {
        assertThat(PercentDecoder.queryPart("a+b%2B%2F")).isEqualTo("a b+/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%4",
                "%4g",
                "%-1",
                "a%00",
                "%0a",
                "%7f",
                "%ff",
                "%c3",
                "%c0%af",
                "%ed%a0%80"
            })
    void brokenEncodingsAndControlCharactersAreRefused(String raw) {
        assertBad(() -> PercentDecoder.pathSegment(raw));
        assertBad(() -> PercentDecoder.queryPart(raw));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2fb", "a%2Fb", "%5c"})
    void anEncodedSlashInAPathIsRefused(String raw) {
        assertBad(() -> PercentDecoder.pathSegment(raw));
    }

    @Test
    void queryParametersKeepTheirOrderAndRepeat() {
        QueryParameters query = QueryParameters.parse("a=1&b=&a=2&&c&d=x%3Dy=z");
        assertThat(query.all("a")).isEqualTo(List.of("1", "2"));
        assertThat(query.single("b")).contains("");
        assertThat(query.single("c")).contains("");
        assertThat(query.single("d")).contains("x=y=z");
        assertThat(query.single("e")).isEmpty();
        assertThat(query.all("e")).isEmpty();
        assertBad(() -> query.single("a"));
    }

    @Test
    void noQueryHasNoParameters() {
        assertThat(QueryParameters.parse(null).values()).isEmpty();
    }

    private static void assertBad(Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    }
}
