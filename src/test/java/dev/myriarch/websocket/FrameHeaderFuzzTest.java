package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Frame headers: one that is taken, written in its only form, gives the bytes that were read. */
public class FrameHeaderFuzzTest {
    private record Outcome(Optional<FrameHeader> header, String failure, int rest) {}

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(FrameHeaderFuzzTest.class, FrameHeaderFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    private static boolean accepts(byte[] input) {
        Outcome outcome = Pieces.inEveryCut(input, FrameHeaderFuzzTest::read);
        outcome.header()
                .ifPresent(header -> {
                    int consumed = input.length - outcome.rest();
                    assertThat(written(header)).isEqualTo(Arrays.copyOf(input, consumed));
                });
        return outcome.header().isPresent();
    }

    private static Outcome read(Pieces pieces) {
        FrameInput input = new FrameInput(pieces::read, () -> {});
        try {
            Optional<FrameHeader> header = FrameHeader.read(input);
            int rest = 0;
            while (input.next() >= 0) {
                rest++;
            }
            return new Outcome(header, "", rest);
        } catch (WebSocketFailure failure) {
            assertThat(failure.code()).isEqualTo(CloseCodes.PROTOCOL_ERROR);
            return new Outcome(Optional.empty(), failure.reason(), 0);
        } catch (IOException ended) {
            return new Outcome(Optional.empty(), "ended", 0);
        }
    }

    private static byte[] written(FrameHeader header) {
        ByteBuffer bytes = ByteBuffer.allocate(14);
        bytes.put((byte) ((header.fin() ? 0x80 : 0) | header.reserved() << 4 | header.opcode()));
        int maskBit = header.masked() ? 0x80 : 0;
        if (header.length() <= 125) {
            bytes.put((byte) (maskBit | header.length()));
        } else if (header.length() <= 0xFFFF) {
            bytes.put((byte) (maskBit | 126)).putShort((short) header.length());
        } else {
            bytes.put((byte) (maskBit | 127)).putLong(header.length());
        }
        if (header.masked()) {
            bytes.putInt(header.maskKey());
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
