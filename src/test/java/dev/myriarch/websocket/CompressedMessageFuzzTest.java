package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Payloads of compressed messages: bounded when unfolded, the same in one frame and in two, and the
 * same as one call of the JDK's decompressor gives. What we compress ourselves comes back.
 */
public class CompressedMessageFuzzTest {
    private static final int MAX_MESSAGE = 2000;
    private static final WebSocketOptions OPTIONS =
            WebSocketOptions.defaults().withMaxMessageBytes(MAX_MESSAGE).withCompression(true);

    /** Content in hexadecimal; empty when it was refused. */
    private record Outcome(boolean accepted, String text) {}

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(
                CompressedMessageFuzzTest.class, CompressedMessageFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
        byte[] message = Arrays.copyOf(input, Math.min(input.length, MAX_MESSAGE));
        MessageDeflater.compress(message)
                .ifPresent(compressed ->
                        assertThat(read(Pieces.whole(oneFrame(compressed))))
                                .isEqualTo(new Outcome(true, HexFormat.of().formatHex(message))));
    }

    private static boolean accepts(byte[] payload) {
        Outcome outcome = Pieces.inEveryCut(oneFrame(payload), CompressedMessageFuzzTest::read);
        assertThat(read(Pieces.whole(twoFrames(payload)))).isEqualTo(outcome);
        if (outcome.accepted()) {
            inflated(payload).ifPresent(text -> assertThat(outcome.text()).isEqualTo(text));
        }
        return outcome.accepted();
    }

    private static byte[] oneFrame(byte[] payload) {
        return new Frames().unmasked(0xC2, payload).toBytes();
    }

    private static byte[] twoFrames(byte[] payload) {
        int half = payload.length / 2;
        return new Frames()
                .unmasked(0x42, Arrays.copyOf(payload, half))
                .unmasked(0x80, Arrays.copyOfRange(payload, half, payload.length))
                .toBytes();
    }

    private static Outcome read(Pieces pieces) {
        FrameInput input = new FrameInput(pieces::read, () -> {});
        try (MessageReader reader =
                new MessageReader(input, Side.CLIENT, OPTIONS, System::nanoTime)) {
            if (reader.read() instanceof Incoming.Binary(byte[] content)) {
                assertThat(content.length).isLessThanOrEqualTo(MAX_MESSAGE);
                return new Outcome(true, HexFormat.of().formatHex(content));
            }
            throw new AssertionError("not a binary message");
        } catch (WebSocketFailure failure) {
            assertThat(failure.code()).isIn(CloseCodes.INVALID_DATA, CloseCodes.TOO_BIG);
            // Of what is damaged and too large, the cuts decide which is seen first.
            return new Outcome(false, "");
        } catch (IOException ended) {
            throw new AssertionError("the frames are whole", ended);
        }
    }

    /**
     * As RFC 7692 section 7.2.2 says, in one call; empty for several streams in one message, which
     * take several calls.
     */
    private static Optional<String> inflated(byte[] payload) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] buffer = new byte[MAX_MESSAGE + 1];
        try (Inflater inflater = new Inflater(true)) {
            byte[] whole = Arrays.copyOf(payload, payload.length + 4);
            whole[payload.length + 2] = -1;
            whole[payload.length + 3] = -1;
            inflater.setInput(whole);
            int count = inflater.inflate(buffer);
            content.write(buffer, 0, count);
            return inflater.finished()
                    ? Optional.empty()
                    : Optional.of(HexFormat.of().formatHex(content.toByteArray()));
        } catch (DataFormatException e) {
            throw new AssertionError("accepted, but the JDK says that it is damaged", e);
        }
    }
}
