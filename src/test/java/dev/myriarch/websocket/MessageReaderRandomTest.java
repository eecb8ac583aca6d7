package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random frames and random bytes: one outcome however they are cut, no other exception. */
class MessageReaderRandomTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void damageHasOneOutcomeHoweverItIsCut(boolean compression) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = frames(random);
            String whole = outcome(bytes, 1 << 20, compression);
            for (int piece : new int[] {1, 7}) {
                String cut = outcome(bytes, piece, compression);
                if (!cut.equals(whole)) {
                    assertThat(cut).as("seed %d, round %d", seed, round).isEqualTo(whole);
                }
            }
        }
    }

    private static byte[] frames(Random random) {
        Frames frames = new Frames();
        int[] firstBytes = {0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x89, 0x8A, 0x88, 0xC1, 0xC2, 0x42};
        for (int i = random.nextInt(5); i >= 0; i--) {
            byte[] payload = new byte[random.nextInt(300)];
            if (random.nextBoolean()) {
                random.nextBytes(payload);
            } else if (random.nextBoolean()) {
                byte[] message = new byte[256 + random.nextInt(1000)];
                payload = MessageDeflater.compress(message).orElseThrow();
            } else {
                Arrays.fill(payload, (byte) 'a');
            }
            frames.masked(firstBytes[random.nextInt(firstBytes.length)], payload);
        }
        byte[] bytes = frames.toBytes();
        if (random.nextInt(3) == 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    private static String outcome(byte[] bytes, int piece, boolean compression) {
        WebSocketOptions options =
                WebSocketOptions.defaults().withMaxMessageBytes(1000).withCompression(compression);
        StringBuilder outcome = new StringBuilder();
        try (MessageReader reader =
                new MessageReader(
                        PiecewiseInput.of(bytes, piece), Side.SERVER, options, System::nanoTime)) {
            while (true) {
                Incoming incoming = reader.read();
                outcome.append(describe(incoming)).append('\n');
                if (incoming instanceof Incoming.End) {
                    return outcome.toString();
                }
            }
        } catch (WebSocketFailure failure) {
            if (compression && failure.code() != 1002) {
                // Data may be wrong in several ways at once; which one is met first is open.
                return outcome + "failed";
            }
            return outcome + "failed " + failure.code() + " " + failure.reason();
        } catch (IOException ended) {
            return outcome + "ended";
        }
    }

    private static String describe(Incoming incoming) {
        return switch (incoming) {
            case Incoming.Binary(byte[] payload) -> "binary " + Arrays.hashCode(payload);
            case Incoming.Ping(byte[] payload) -> "ping " + Arrays.hashCode(payload);
            case Incoming.Text text -> text.toString();
            case Incoming.Pong pong -> pong.toString();
            case Incoming.Close close -> close.toString();
            case Incoming.End end -> end.toString();
        };
    }
}
