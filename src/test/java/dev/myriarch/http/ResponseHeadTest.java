package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseHeadTest {
    @Test
    void fieldsAreWrittenAsPeopleKnowThem() {
        Headers headers = new Headers();
        headers.set("x-request-id", "1");
        headers.set("Connection", "keep-alive");
        String text =
                new String(
                        new ResponseHead(426).fields(headers).bytes(), StandardCharsets.US_ASCII);
        assertThat(text).isEqualTo("HTTP/1.1 426 Upgrade Required\r\nX-Request-Id: 1\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nB: c", "a\nb", "a\rb", "a\0b", "\u007f", "\u20ac"})
    void valuesThatHttpDoesNotAllowAreRefused(String value) {
        assertThatThrownBy(() -> new ResponseHead(200).field("A", value))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r\n", "\u00e4"})
    void namesThatAreNoTokensAreRefused(String name) {
        assertThatThrownBy(() -> new ResponseHead(200).field(name, "a"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
