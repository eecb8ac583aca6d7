package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The UTF-8 check of text messages, which works on parts, against the decoder of the JDK. */
public class Utf8FuzzTest {
    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(Utf8FuzzTest.class, Utf8FuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        boolean valid = decodes(input);
        for (int cut = 0; cut <= Math.min(input.length, 50); cut++) {
            Utf8Validator validator = new Utf8Validator();
            boolean accepted =
                    validator.accept(input, 0, cut)
                            && validator.accept(input, cut, input.length - cut)
                            && validator.complete();
            assertThat(accepted).as("cut at %d", cut).isEqualTo(valid);
        }
        return valid;
    }

    private static boolean decodes(byte[] input) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(input));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }
}
