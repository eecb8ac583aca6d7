package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Heads of answers, as our WebSocket client gets them from a server that may be anybody's. */
public class AnswerHeadFuzzTest {
    private record Outcome(Optional<AnswerHead> head, String rest) {}

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(AnswerHeadFuzzTest.class, AnswerHeadFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        Outcome outcome = Pieces.inEveryCut(input, AnswerHeadFuzzTest::read);
        outcome.head().ifPresent(head -> check(head, RequestHeadFuzzTest.latin1(input), outcome));
        return outcome.head().isPresent();
    }

    private static Outcome read(Pieces pieces) {
        InputBuffer input = new InputBuffer(pieces::read);
        try {
            AnswerHead head = AnswerHead.read(input);
            return new Outcome(Optional.of(head), RequestHeadFuzzTest.rest(input));
        } catch (IOException refused) {
            return new Outcome(Optional.empty(), String.valueOf(refused.getMessage()));
        }
    }

    private static void check(AnswerHead head, String text, Outcome outcome) {
        assertThat(head.status()).isBetween(101, 599);
        assertThat(head.headers().size()).isLessThanOrEqualTo(100);
        assertThat(text).endsWith("\r\n\r\n" + outcome.rest());
        String heads = text.substring(0, text.length() - outcome.rest().length());
        // The last head is the one that counts; those before it are interim answers.
        int last = heads.lastIndexOf("\r\n\r\n", heads.length() - 5);
        assertThat(heads.substring(last < 0 ? 0 : last + 4))
                .startsWith("HTTP/1.")
                .contains(" " + head.status());
        assertThat(heads.replace("\r\n", ""))
                .doesNotContainPattern("[\\x00-\\x08\\x0A-\\x1F\\x7F]");
    }
}
