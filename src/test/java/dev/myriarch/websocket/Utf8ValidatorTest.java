package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8ValidatorTest {
    private static boolean valid(byte[] bytes) {
        Utf8Validator validator = new Utf8Validator();
        return validator.accept(bytes, 0, bytes.length) && validator.complete();
    }

    private static boolean decodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    @Test
    void everyCharacterIsValidAndNothingElseOfTwoBytes() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                byte[] bytes = Character.toString(c).getBytes(StandardCharsets.UTF_8);
                if (!valid(bytes)) {
                    fail("U+%X", c);
                }
            }
        }
        for (int pair = 0; pair < 0x10000; pair++) {
            byte[] bytes = {(byte) (pair >> 8), (byte) pair};
            if (valid(bytes) != decodes(bytes)) {
                fail("%04x", pair);
            }
        }
    }

    @Test
    void randomBytesAreJudgedAsTheJdkDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(6)];
            for (int at = 0; at < bytes.length; at++) {
                // Mostly bytes with the high bit, where the rules are.
                bytes[at] = (byte) (random.nextInt(4) == 0 ? 'a' : 0x80 | random.nextInt(128));
            }
            if (valid(bytes) != decodes(bytes)) {
                fail("seed %d, round %d", seed, i);
            }
        }
    }
}
