package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Requests with random damage: one outcome however they are cut, and never another exception. */
class ParserRandomTest {
    private static final String REQUEST =
            String.join(
                    "\r\n",
                    "POST /a/b%20c?d=e HTTP/1.1",
                    "Host: a.example:80",
                    "Transfer-Encoding: chunked",
                    "Expect: 100-continue",
                    "X: y",
                    "",
                    "5;a=\"b\"",
                    "hello",
                    "0",
                    "T: u",
                    "",
                    "GET / HTTP/1.1");
    private static final String SPICE = "\r\n \t:;,=\"%/.#?*\0\u0001\u007f\u00e4[]@09afA-+";

    @Test
    void damageHasOneOutcomeHoweverItIsCut() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int accepted = 0;
        for (int round = 0; round < 10_000; round++) {
            String request = damage(random);
            String whole = outcome(request, 1 << 20);
            accepted += whole.startsWith("ok") ? 1 : 0;
            for (int piece : new int[] {1, 7}) {
                String cut = outcome(request, piece);
                if (!cut.equals(whole)) {
                    assertThat(cut)
                            .as("seed %d, round %d: %s", seed, round, request)
                            .isEqualTo(whole);
                }
            }
        }
        assertThat(accepted).as("seed %d", seed).isBetween(1, 9_999);
    }

    private static String damage(Random random) {
        StringBuilder text = new StringBuilder(REQUEST);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(text.length());
            char spice = SPICE.charAt(random.nextInt(SPICE.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, spice);
                case 1 -> text.insert(at, spice);
                case 2 -> text.deleteCharAt(at);
                default -> {
                    int end = Math.min(text.length(), at + random.nextInt(30));
                    text.insert(random.nextInt(text.length()), text.substring(at, end));
                }
            }
        }
        return text.toString();
    }

    private static String outcome(String request, int piece) {
        InputBuffer input = new InputBuffer(new PiecewiseSource(request, piece));
        try {
            RequestHead head = HeadParser.parse(input, HttpLimits.defaults());
            RequestBody body =
                    RequestBody.of(head.framing(), input, HttpLimits.defaults().body(), () -> {});
            String content = new String(body.readAllBytes(), StandardCharsets.ISO_8859_1);
            return "ok " + head + content + "|" + input.next();
        } catch (RequestFailure failure) {
            return failure.status() + " " + failure.reason();
        } catch (IOException ended) {
            return "ended";
        }
    }
}
