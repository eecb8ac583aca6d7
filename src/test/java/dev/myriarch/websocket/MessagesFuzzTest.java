package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import dev.myriarch.testing.Pieces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Messages of frames, read as a server and as a client. Messages that were taken are sent again,
 * whole and in fragments with pings between, by either side, and must arrive as the same.
 */
public class MessagesFuzzTest {
    private static final int MAX_MESSAGE = 1000;
    private static final int MASK_KEY = 0xA1B2C3D4;

    /** What arrived up to the end, and how it ended. */
    private record Outcome(List<Arrived> messages, String end) {
        boolean complete() {
            return end.isEmpty();
        }
    }

    /** A message with its payload in hexadecimal, so that it compares. */
    private record Arrived(Opcode opcode, String payload) {
        static Arrived of(Opcode opcode, byte[] payload) {
            return new Arrived(opcode, HexFormat.of().formatHex(payload));
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(payload);
        }
    }

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(MessagesFuzzTest.class, MessagesFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    /** True when one of the sides takes all of it. */
    private static boolean accepts(byte[] input) {
        boolean accepted = false;
        for (Side side : Side.values()) {
            Outcome outcome = Pieces.inEveryCut(input, pieces -> read(pieces, side));
            accepted |= outcome.complete();
            List<Arrived> messages = outcome.messages();
            for (Side receiver : Side.values()) {
                Outcome whole = read(Pieces.whole(frames(messages, receiver)), receiver);
                assertThat(whole).isEqualTo(new Outcome(messages, ""));
                Outcome cut = read(Pieces.whole(fragments(messages, receiver)), receiver);
                assertThat(withoutPings(cut)).isEqualTo(withoutPings(whole));
            }
        }
        return accepted;
    }

    private static Outcome read(Pieces pieces, Side side) {
        FrameInput input = new FrameInput(pieces::read, () -> {});
        MessageReader reader = new MessageReader(input, side, MAX_MESSAGE);
        List<Arrived> messages = new ArrayList<>();
        try {
            while (true) {
                switch (reader.read()) {
                    case Incoming.Text(String text) -> messages.add(text(text));
                    case Incoming.Binary(byte[] payload) -> {
                        assertThat(payload.length).isLessThanOrEqualTo(MAX_MESSAGE);
                        messages.add(Arrived.of(Opcode.BINARY, payload));
                    }
                    case Incoming.Ping(byte[] payload) -> {
                        assertThat(payload.length).isLessThanOrEqualTo(125);
                        messages.add(Arrived.of(Opcode.PING, payload));
                    }
                    case Incoming.Close(CloseFrame frame) ->
                            messages.add(Arrived.of(Opcode.CLOSE, frame.payload()));
                    case Incoming.Pong _ -> messages.add(Arrived.of(Opcode.PONG, new byte[0]));
                    case Incoming.End _ -> {
                        return new Outcome(messages, "");
                    }
                }
            }
        } catch (WebSocketFailure failure) {
            assertThat(failure.code())
                    .isIn(CloseCodes.PROTOCOL_ERROR, CloseCodes.INVALID_DATA, CloseCodes.TOO_BIG);
            // The reason goes into a close frame, which must be possible.
            assertThat(new CloseFrame(failure.code(), failure.reason()).payload()).isNotEmpty();
            return new Outcome(messages, failure.code() + " " + failure.reason());
        } catch (IOException ended) {
            return new Outcome(messages, "ended");
        }
    }

    private static Arrived text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(bytes.length).isLessThanOrEqualTo(MAX_MESSAGE);
        return Arrived.of(Opcode.TEXT, bytes);
    }

    private static byte[] frames(List<Arrived> messages, Side receiver) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Arrived message : messages) {
            append(out, FrameWriter.frame(message.opcode(), message.bytes(), key(receiver)));
        }
        return out.toByteArray();
    }

    /** The same messages in up to three fragments, a ping after each but the last. */
    private static byte[] fragments(List<Arrived> messages, Side receiver) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Arrived message : messages) {
            byte[] payload = message.bytes();
            if (message.opcode().isControl() || payload.length < 3) {
                append(out, FrameWriter.frame(message.opcode(), payload, key(receiver)));
                continue;
            }
            int third = payload.length / 3;
            fragment(out, message.opcode(), Arrays.copyOf(payload, third), receiver);
            append(out, FrameWriter.frame(Opcode.PING, new byte[] {1}, key(receiver)));
            fragment(
                    out,
                    Opcode.CONTINUATION,
                    Arrays.copyOfRange(payload, third, 2 * third),
                    receiver);
            append(out, FrameWriter.frame(Opcode.PING, new byte[] {2}, key(receiver)));
            byte[] last = Arrays.copyOfRange(payload, 2 * third, payload.length);
            append(out, FrameWriter.frame(Opcode.CONTINUATION, last, key(receiver)));
        }
        return out.toByteArray();
    }

    private static void fragment(
            ByteArrayOutputStream out, Opcode opcode, byte[] payload, Side receiver) {
        ByteBuffer[] frame = FrameWriter.frame(opcode, payload, key(receiver));
        // Without FIN.
        frame[0].put(0, (byte) (frame[0].get(0) & 0x7F));
        append(out, frame);
    }

    private static OptionalInt key(Side receiver) {
        return receiver.peerMasks() ? OptionalInt.of(MASK_KEY) : OptionalInt.empty();
    }

    private static void append(ByteArrayOutputStream out, ByteBuffer[] frame) {
        for (ByteBuffer part : frame) {
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            out.writeBytes(bytes);
        }
    }

    private static List<Arrived> withoutPings(Outcome outcome) {
        assertThat(outcome.end()).isEmpty();
        return outcome.messages().stream()
                .filter(message -> message.opcode() != Opcode.PING)
                .toList();
    }
}
