package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestBodyTest {
    private static final List<Integer> PIECES = List.of(1 << 20, 1, 7);
    private static final HttpLimits.Body LIMITS =
            new HttpLimits.Body(100, Duration.ofSeconds(30), 1024, 60);

    /** A chunked body that must be refused. */
    record Refused(String rule, int status, String body) {
        @Override
        public String toString() {
            return rule + " -> " + status;
        }
    }

    static Stream<Refused> refused() {
        return Stream.of(
                new Refused("an empty size", 400, "\r\n"),
                new Refused("a size that is not hexadecimal", 400, "g\r\n"),
                new Refused("a size with a sign", 400, "+1\r\na\r\n0\r\n\r\n"),
                new Refused("a size with a prefix", 400, "0x1\r\na\r\n0\r\n\r\n"),
                new Refused("a negative size", 400, "-1\r\na\r\n0\r\n\r\n"),
                new Refused("a space before the size", 400, " 1\r\na\r\n0\r\n\r\n"),
                new Refused("a space after the size", 400, "1 \r\na\r\n0\r\n\r\n"),
                new Refused("a size of 2^32 (does not wrap to 0)", 413, "100000000\r\n\r\n"),
                new Refused("a size of 2^64", 400, "10000000000000000\r\n\r\n"),
                new Refused("a size with 16 leading zeros", 400, "0000000000000001\r\na\r\n0\r\n"),
                new Refused("a line feed after the size", 400, "1\na\r\n0\r\n\r\n"),
                new Refused("a line feed after the data", 400, "1\r\na\n0\r\n\r\n"),
                new Refused("data longer than its size", 400, "1\r\nab\r\n0\r\n\r\n"),
                new Refused("no line end after the data", 400, "1\r\na0\r\n\r\n"),
                new Refused("more than the limit", 413, "64\r\n" + "a".repeat(100) + "\r\n1\r\n"),
                new Refused("an extension without name", 400, "1;\r\na\r\n0\r\n\r\n"),
                new Refused("an extension without value", 400, "1;a=\r\na\r\n0\r\n\r\n"),
                new Refused("an open quotation", 400, "1;a=\"b\r\na\r\n0\r\n\r\n"),
                new Refused("a space in an extension", 400, "1; a=b\r\na\r\n0\r\n\r\n"),
                new Refused("an endless extension", 400, "1;" + "a".repeat(256) + "\r\na\r\n"),
                new Refused("a bare line feed in an extension", 400, "1;a\nb\r\na\r\n0\r\n\r\n"),
                new Refused("a trailer without colon", 400, "0\r\nabc\r\n\r\n"),
                new Refused("a folded trailer", 400, "0\r\na: b\r\n c\r\n\r\n"),
                new Refused("too many trailer bytes", 431, "0\r\na: " + "b".repeat(60) + "\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refuses(Refused refused) {
        for (int piece : PIECES) {
            RequestBody body = body(new Framing.Chunked(), refused.body(), piece);
            assertThatThrownBy(body::readAllBytes)
                    .as("in pieces of %d", piece)
                    .isInstanceOfSatisfying(
                            RequestFailure.class,
                            failure -> assertThat(failure.status()).isEqualTo(refused.status()));
        }
    }

    @Test
    void chunksBecomeOneBodyAndTheNextRequestStays() throws IOException {
        String text = "3\r\nabc\r\nA;x=1;y=\"q\\\"\";z\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nGET";
        for (int piece : PIECES) {
            InputBuffer input = new InputBuffer(new PiecewiseSource(text, piece));
            RequestBody body = RequestBody.of(new Framing.Chunked(), input, LIMITS, () -> {});
            assertThat(text(body)).isEqualTo("abc0123456789");
            assertThat(body.finished()).isTrue();
            assertThat(input.next()).isEqualTo('G');
        }
    }

    @Test
    void aFixedBodyEndsAtItsLength() throws IOException {
        for (int piece : PIECES) {
            InputBuffer input = new InputBuffer(new PiecewiseSource("abcdefGET", piece));
            RequestBody body = RequestBody.of(new Framing.Fixed(6), input, LIMITS, () -> {});
            assertThat(body.finished()).isFalse();
            assertThat(text(body)).isEqualTo("abcdef");
            assertThat(body.read()).isEqualTo(-1);
            assertThat(input.next()).isEqualTo('G');
        }
    }

    @Test
    void anEndBeforeTheLengthIsAnError() {
        RequestBody body = body(new Framing.Fixed(6), "abc", 1);
        assertThatThrownBy(body::readAllBytes).hasMessageContaining("within the body");
    }

    @Test
    void anEndWithinAChunkIsAnError() {
        RequestBody body = body(new Framing.Chunked(), "5\r\nabc", 1);
        assertThatThrownBy(body::readAllBytes).hasMessageContaining("within a chunk");
    }

    @Test
    void theFirstReadIsAnnouncedOnce() throws IOException {
        AtomicInteger announced = new AtomicInteger();
        InputBuffer input = new InputBuffer(new PiecewiseSource("abc", 1));
        RequestBody body =
                RequestBody.of(new Framing.Fixed(3), input, LIMITS, announced::incrementAndGet);
        assertThat(announced).hasValue(0);
        assertThat(text(body)).isEqualTo("abc");
        assertThat(announced).hasValue(1);
    }

    @Test
    void aRequestWithoutBodyIsFinishedAtOnce() throws IOException {
        RequestBody body = body(new Framing.None(), "GET", 1);
        assertThat(body.finished()).isTrue();
        assertThat(body.read()).isEqualTo(-1);
    }

    private static String text(RequestBody body) throws IOException {
        return new String(body.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static RequestBody body(Framing framing, String text, int piece) {
        return RequestBody.of(
                framing, new InputBuffer(new PiecewiseSource(text, piece)), LIMITS, () -> {});
    }
}
