package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Chunked bodies, against a second decoder that is a few patterns: both take the same inputs, give
 * the same body and end at the same byte, wherever the input or the reads are cut.
 */
public class ChunkedBodyFuzzTest {
    private static final int MAX_BODY = 2000;
    private static final int MAX_TRAILERS = 200;
    private static final int MAX_SIZE_LINE = 256;
    private static final HttpLimits.Body LIMITS =
            new HttpLimits.Body(MAX_BODY, Duration.ofSeconds(1), 1, MAX_TRAILERS);

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final String TEXT = "[\\t\\x20-\\x7E\\x80-\\xFF]";
    private static final Pattern SIZE_LINE =
            Pattern.compile(
                    "(?s)([0-9A-Fa-f]{1,15})(?:;%s(?:=(?:%s|\"(?:[^\"\\\\]|\\\\.)*+\"))?+)*+"
                            .formatted(TOKEN, TOKEN));
    private static final Pattern TRAILER = Pattern.compile("(?s)" + TOKEN + ":.*+");
    private static final Pattern LINE = Pattern.compile("(" + TEXT + "*+)\r\n");

    /** A body and what follows it. */
    private record Decoded(String body, String rest) {}

    private record Outcome(Optional<Decoded> decoded, String failure) {
        static Outcome refused(String failure) {
            return new Outcome(Optional.empty(), failure);
        }
    }

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(ChunkedBodyFuzzTest.class, ChunkedBodyFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        Outcome outcome = Pieces.inEveryCut(input, pieces -> decode(pieces, 8192));
        for (int readSize : new int[] {1, 3}) {
            assertThat(decode(Pieces.whole(input), readSize)).isEqualTo(outcome);
        }
        assertThat(outcome.decoded()).isEqualTo(secondDecoder(RequestHeadFuzzTest.latin1(input)));
        return outcome.decoded().isPresent();
    }

    private static Outcome decode(Pieces pieces, int readSize) {
        InputBuffer input = new InputBuffer(pieces::read);
        RequestBody body = RequestBody.of(new Framing.Chunked(), input, LIMITS, () -> {});
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try {
            byte[] buffer = new byte[readSize];
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                assertThat(n).isPositive();
                content.write(buffer, 0, n);
                assertThat(content.size()).isLessThanOrEqualTo(MAX_BODY);
            }
            assertThat(body.finished()).isTrue();
            return new Outcome(
                    Optional.of(
                            new Decoded(
                                    RequestHeadFuzzTest.latin1(content.toByteArray()),
                                    RequestHeadFuzzTest.rest(input))),
                    "");
        } catch (RequestFailure failure) {
            assertThat(failure.status()).isIn(400, 413, 431);
            return Outcome.refused(failure.status() + " " + failure.reason());
        } catch (IOException ended) {
            return Outcome.refused("ended");
        }
    }

    private static Optional<Decoded> secondDecoder(String input) {
        StringBuilder body = new StringBuilder();
        Matcher line = LINE.matcher(input);
        int at = 0;
        while (line.region(at, input.length()).lookingAt()) {
            Matcher size = SIZE_LINE.matcher(line.group(1));
            if (line.group(1).length() > MAX_SIZE_LINE || !size.matches()) {
                return Optional.empty();
            }
            long length = Long.parseLong(size.group(1), 16);
            at = line.end();
            if (length == 0) {
                return afterTrailers(input, at).map(rest -> new Decoded(body.toString(), rest));
            }
            if (body.length() + length > MAX_BODY
                    || input.length() < at + length + 2
                    || !input.startsWith("\r\n", at + (int) length)) {
                return Optional.empty();
            }
            body.append(input, at, at + (int) length);
            at += (int) length + 2;
        }
        return Optional.empty();
    }

    private static Optional<String> afterTrailers(String input, int start) {
        Matcher line = LINE.matcher(input);
        int at = start;
        int budget = MAX_TRAILERS;
        while (line.region(at, input.length()).lookingAt()) {
            at = line.end();
            if (line.group(1).isEmpty()) {
                return Optional.of(input.substring(at));
            }
            if (line.group(1).length() > budget || !TRAILER.matcher(line.group(1)).matches()) {
                return Optional.empty();
            }
            budget = Math.max(0, budget - line.end() + line.start());
        }
        return Optional.empty();
    }
}
