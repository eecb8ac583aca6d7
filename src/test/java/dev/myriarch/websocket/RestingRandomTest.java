package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A WebSocket that rests between messages must do what one does whose thread reads all the time,
 * whatever the peer sends and wherever that is cut.
 */
class RestingRandomTest {
    private static final int ROUNDS = 4000;
    private static final int[] FIRST_BYTES = {
        0x82, 0x82, 0x82, 0x82, 0x89, 0x8A, 0x81, 0x02, 0x01, 0x00, 0x80, 0xC2, 0xC1, 0x42, 0x88,
        0x92, 0x83, 0x09
    };

    private final Logger log = Logger.getLogger(WebSocketSession.class.getName());

    /** Handlers that fail as they are asked to are not worth thousands of lines. */
    @BeforeEach
    void quiet() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        log.setLevel(null);
    }

    @Test
    void aServerThatRestsDoesWhatOneThatReadsDoes() throws IOException {
        bothWays(Side.SERVER);
    }

    @Test
    void aClientThatRestsDoesWhatOneThatReadsDoes() throws IOException {
        bothWays(Side.CLIENT);
    }

    private static void bothWays(Side side) throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int rests = 0;
        int most = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean compression = random.nextBoolean();
            List<byte[]> pieces = cut(frames(random, side), random);
            PlayedConnection reading = new PlayedConnection(pieces, false, random);
            PlayedConnection resting = new PlayedConnection(pieces, true, random);
            String expected = outcome(reading, side, compression);
            String outcome = outcome(resting, side, compression);
            if (!outcome.equals(expected)) {
                assertThat(outcome).as("seed %d, round %d", seed, round).isEqualTo(expected);
            }
            rests += resting.rests();
            most = Math.max(most, resting.rests());
        }
        assertThat(rests).as("rests, seed %d", seed).isGreaterThan(ROUNDS);
        // It goes to a thread and comes back, more than once.
        assertThat(most).as("rests of one connection, seed %d", seed).isGreaterThan(2);
    }

    private static byte[] frames(Random random, Side side) {
        Frames frames = new Frames();
        for (int i = random.nextInt(12); i >= 0; i--) {
            int first = FIRST_BYTES[random.nextInt(FIRST_BYTES.length)];
            boolean asItMust = random.nextInt(50) > 0;
            if (side.peerMasks() == asItMust) {
                frames.masked(first, payload(random, first));
            } else {
                frames.unmasked(first, payload(random, first));
            }
        }
        byte[] bytes = frames.toBytes();
        if (random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    private static byte[] payload(Random random, int firstByte) {
        if (firstByte >= 0x88 && firstByte <= 0x8A && random.nextInt(20) > 0) {
            byte[] control = new byte[random.nextInt(126)];
            random.nextBytes(control);
            return firstByte == 0x88 ? new byte[] {3, (byte) 0xE8, 'b', 'y', 'e'} : control;
        }
        int[] lengths = {0, 1, random.nextInt(125), 125, 126, 127, random.nextInt(1100), 1000};
        byte[] payload = new byte[lengths[random.nextInt(lengths.length)]];
        Arrays.fill(payload, (byte) 'a');
        if (payload.length > 0 && random.nextInt(3) == 0) {
            payload[0] = random.nextInt(10) == 0 ? ResponsiveHandler.FAILS : (byte) 'q';
        }
        if ((firstByte & 0x40) != 0) {
            byte[] message = new byte[256 + random.nextInt(700)];
            return MessageDeflater.compress(message).orElseThrow();
        }
        return payload;
    }

    /** Mostly at a few places, at times into single bytes. */
    private static List<byte[]> cut(byte[] bytes, Random random) {
        int most = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : 1 + random.nextInt(3000);
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(most));
            pieces.add(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
        }
        return pieces;
    }

    /** Calls of the handler, what was sent, and the end. */
    private static String outcome(PlayedConnection connection, Side side, boolean compression)
            throws IOException {
        Random keys = new Random(1);
        WebSocketSession.Role role =
                new WebSocketSession.Role(
                        side,
                        side == Side.SERVER
                                ? OptionalInt::empty
                                : () -> OptionalInt.of(keys.nextInt()));
        ResponsiveHandler handler =
                new ResponsiveHandler(message -> message.length > 0 && message[0] != 'a');
        WebSocketOptions options =
                WebSocketOptions.defaults().withMaxMessageBytes(1000).withCompression(compression);
        connection.play(new WebSocketSession(connection, role, options, handler));
        WebSocketHandler.CloseCause cause = handler.closed.join();
        String end = cause + "\n" + HexFormat.of().formatHex(connection.written());
        if (compression && !cause.byPeer() && cause.code() != CloseCodes.PROTOCOL_ERROR) {
            // Data may be wrong in several ways at once; which one is met first is open.
            end = "failed";
        }
        return String.join("\n", handler.calls) + "\n" + end;
    }

    @Test
    void whatTheQuickLookAcceptsTheReaderAcceptsToo() throws IOException {
        byte[] bytes = new Frames().masked(0x82, "a".repeat(126)).masked(0x89, "p").toBytes();
        java.nio.ByteBuffer arrived = java.nio.ByteBuffer.wrap(bytes);
        QuickFrame first = QuickFrame.peek(arrived, Side.SERVER, 126).orElseThrow();
        assertThat(first.opcode()).isEqualTo(Opcode.BINARY);
        assertThat(new String(first.payload(), StandardCharsets.US_ASCII))
                .isEqualTo("a".repeat(126));
        assertThat(arrived.position()).isZero();
        assertThat(QuickFrame.peek(arrived, Side.SERVER, 125)).isEmpty();
        assertThat(QuickFrame.peek(arrived, Side.CLIENT, 126)).isEmpty();
        arrived.position(first.end());
        assertThat(QuickFrame.peek(arrived, Side.SERVER, 126).orElseThrow().opcode())
                .isEqualTo(Opcode.PING);
    }
}
