package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.MyriarchException;
import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Request heads. What is taken is looked at again with simple means, and must leave nothing that a
 * proxy in front could read in another way.
 */
public class RequestHeadFuzzTest {
    private static final HttpLimits LIMITS = HttpLimits.defaults();
    private static final Set<Integer> REFUSALS = Set.of(400, 413, 414, 417, 431, 501, 505);

    private sealed interface Outcome {
        record Accepted(RequestHead head, String rest) implements Outcome {}

        record Refused(int status, String reason) implements Outcome {}

        record Ended() implements Outcome {}
    }

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(RequestHeadFuzzTest.class, RequestHeadFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        return switch (Pieces.inEveryCut(input, RequestHeadFuzzTest::parse)) {
            case Outcome.Accepted(RequestHead head, String rest) -> {
                checkBytes(latin1(input), head, rest);
                checkPath(head);
                checkSecondReading(head);
                yield true;
            }
            case Outcome.Refused(int status, String reason) -> {
                assertThat(REFUSALS).contains(status);
                assertThat(reason).matches("[ -~]+");
                yield false;
            }
            case Outcome.Ended _ -> false;
        };
    }

    private static Outcome parse(Pieces pieces) {
        InputBuffer input = new InputBuffer(pieces::read);
        try {
            RequestHead head = HeadParser.parse(input, LIMITS);
            return new Outcome.Accepted(head, rest(input));
        } catch (RequestFailure failure) {
            return new Outcome.Refused(failure.status(), failure.reason());
        } catch (IOException ended) {
            return new Outcome.Ended();
        }
    }

    static String rest(InputBuffer input) throws IOException {
        StringBuilder rest = new StringBuilder();
        for (int next = input.next(); next >= 0; next = input.next()) {
            rest.append((char) next);
        }
        return rest.toString();
    }

    /** Reads the accepted head once more, with nothing but splitting. */
    private static void checkBytes(String text, RequestHead head, String rest) {
        int start = text.startsWith("\r\n") ? 2 : 0;
        int end = text.indexOf("\r\n\r\n", start);
        assertThat(rest).isEqualTo(text.substring(end + 4));
        List<String> lines = Arrays.asList(text.substring(start, end).split("\r\n", -1));
        assertThat(lines).noneMatch(line -> line.matches("(?s).*[\\x00-\\x08\\x0A-\\x1F\\x7F].*"));
        assertThat(lines.getFirst().length()).isLessThanOrEqualTo(LIMITS.head().maxLineBytes());
        assertThat(lines.getFirst().split(" ", -1))
                .hasSize(3)
                .contains(head.method(), "HTTP/1." + head.minorVersion());
        List<String> fields = lines.subList(1, lines.size());
        assertThat(fields.size()).isLessThanOrEqualTo(LIMITS.head().maxFields());
        assertThat(fields.stream().mapToInt(line -> line.length() + 2).sum())
                .isLessThanOrEqualTo(LIMITS.head().maxHeaderBytes());
        assertThat(fields).allMatch(line -> line.matches("(?s)[!#$%&'*+.^_`|~0-9A-Za-z-]+:.*"));
        checkFraming(fields, head);
    }

    private static void checkFraming(List<String> fields, RequestHead head) {
        List<String> codings = values(fields, "transfer-encoding");
        List<String> lengths = values(fields, "content-length");
        assertThat(codings.size() + lengths.size()).isLessThanOrEqualTo(1);
        assertThat(values(fields, "host").size()).isBetween(head.minorVersion() == 1 ? 1 : 0, 1);
        switch (head.framing()) {
            case Framing.Chunked _ -> {
                assertThat(codings).singleElement().asString().isEqualToIgnoringCase("chunked");
                assertThat(head.minorVersion()).isOne();
            }
            case Framing.Fixed(long length) -> {
                assertThat(lengths).singleElement().asString().matches("0*" + length);
                assertThat(length).isBetween(1L, LIMITS.body().maxBytes());
            }
            case Framing.None _ -> {
                assertThat(codings).isEmpty();
                assertThat(lengths).allMatch(length -> length.matches("0+"));
            }
        }
    }

    private static List<String> values(List<String> fields, String name) {
        return fields.stream()
                .filter(line -> line.substring(0, line.indexOf(':')).equalsIgnoreCase(name))
                .map(line -> HttpCharacters.trim(line.substring(line.indexOf(':') + 1)))
                .toList();
    }

    /** No decoded segment leads out of where its handler believes it is. */
    private static void checkPath(RequestHead head) {
        String path = head.target().uri().getRawPath();
        assertThat(path).matches("\\*|/[^/]?.*");
        for (String segment : PercentDecoder.segments(path)) {
            try {
                assertThat(PercentDecoder.pathSegment(segment))
                        .isNotIn(".", "..")
                        .doesNotContain("/", "\\")
                        .doesNotContainPattern("[\\x00-\\x1F\\x7F]");
            } catch (MyriarchException refused) {
                assertThat(segment).contains("%");
            }
        }
        try {
            QueryParameters.parse(head.target().uri().getRawQuery());
        } catch (MyriarchException refused) {
            assertThat(head.target().uri().getRawQuery()).isNotEmpty();
        }
    }

    /** A head that is written as it was understood is understood in the same way. */
    private static void checkSecondReading(RequestHead head) {
        StringBuilder text = new StringBuilder(head.method()).append(' ');
        head.target().authority().ifPresent(host -> text.append("http://").append(host));
        text.append(head.target().uri()).append(" HTTP/1.").append(head.minorVersion());
        for (Map.Entry<String, List<String>> field : head.headers().entrySet()) {
            for (String value : field.getValue()) {
                text.append("\r\n").append(field.getKey()).append(": ").append(value);
            }
        }
        byte[] bytes = text.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        // Spaces after the colons may have been missing, so the copy may be longer than allowed.
        HttpLimits generous =
                LIMITS.withHead(
                        new HttpLimits.Head(1 << 20, 1 << 20, 100, LIMITS.head().readTimeout()));
        try {
            RequestHead second =
                    HeadParser.parse(new InputBuffer(Pieces.whole(bytes)::read), generous);
            assertThat(second).isEqualTo(head);
        } catch (IOException refused) {
            throw new AssertionError("the copy is refused: " + text, refused);
        }
    }

    static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
