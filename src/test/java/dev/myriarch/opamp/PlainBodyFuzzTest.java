package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compressed bodies of plain HTTP: the bound holds for what they unpack to, however they arrive.
 */
public class PlainBodyFuzzTest {
    private static final int LIMIT = 5000;

    /** Content in hexadecimal, or a refusal. */
    private record Outcome(boolean accepted, String text) {}

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(PlainBodyFuzzTest.class, PlainBodyFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
        roundTrip(input);
    }

    private static boolean accepts(byte[] input) {
        return Pieces.inEveryCut(input, pieces -> read(stream(pieces))).accepted();
    }

    private static void roundTrip(byte[] content) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Outcome outcome = read(new ByteArrayInputStream(zipped.toByteArray()));
        assertThat(outcome.accepted()).isEqualTo(content.length <= LIMIT);
        if (outcome.accepted()) {
            assertThat(outcome.text()).isEqualTo(HexFormat.of().formatHex(content));
        }
    }

    private static Outcome read(InputStream in) {
        try {
            return switch (PlainHttp.read("gzip", in, LIMIT)) {
                case PlainHttp.Body.Content(byte[] bytes) -> {
                    assertThat(bytes.length).isLessThanOrEqualTo(LIMIT);
                    yield new Outcome(true, HexFormat.of().formatHex(bytes));
                }
                case PlainHttp.Body.Refused(int status, String reason) -> {
                    assertThat(status).isIn(400, 413);
                    yield new Outcome(false, status + reason);
                }
            };
        } catch (IOException undeclared) {
            // The source never fails, so what is wrong is the content, and has an answer.
            throw new AssertionError("no answer to the peer", undeclared);
        }
    }

    private static InputStream stream(Pieces pieces) {
        return new InputStream() {
            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return length == 0 ? 0 : pieces.read(target, offset, length);
            }
        };
    }
}
