package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedMessageTest {
    private static final int FIN = Frames.FIN;
    private static final int RSV1 = 0x40;
    private static final int MAX = 100_000;
    private static final List<Integer> PIECES = List.of(1 << 20, 1, 7);

    /** Examples of RFC 7692 section 7.2.3, all of them "Hello". */
    static Stream<Frames> examplesOfTheRfc() {
        return Stream.of(
                new Frames().masked(FIN | RSV1 | 1, hex("f248cdc9c90700")),
                new Frames().masked(RSV1 | 1, hex("f248cd")).masked(FIN, hex("c9c90700")),
                new Frames().masked(FIN | RSV1 | 1, hex("000500faff48656c6c6f00")),
                new Frames().masked(FIN | RSV1 | 1, hex("f348cdc9c9070000")),
                new Frames().masked(FIN | RSV1 | 1, hex("f248050000 00ffffcac9c90700")));
    }

    @ParameterizedTest
    @MethodSource("examplesOfTheRfc")
    void theExamplesOfTheRfcAreRead(Frames frames) throws IOException {
        for (int piece : PIECES) {
            assertThat(reader(frames.toBytes(), piece).read())
                    .isEqualTo(new Incoming.Text("Hello"));
        }
    }

    /** Frames that must fail the connection with a close code. */
    record Refused(String rule, int code, Frames frames) {
        @Override
        public String toString() {
            return rule + " -> " + code;
        }
    }

    static Stream<Refused> refused() {
        byte[] hello = hex("f248cdc9c90700");
        return Stream.of(
                refused(
                        "RSV1 on a continuation",
                        1002,
                        new Frames().masked(RSV1 | 1, hello).masked(FIN | RSV1, hello)),
                refused("RSV1 on a ping", 1002, new Frames().masked(FIN | RSV1 | 9, hello)),
                refused("RSV1 on a pong", 1002, new Frames().masked(FIN | RSV1 | 10, hello)),
                refused("RSV1 on a close", 1002, new Frames().masked(FIN | RSV1 | 8, hello)),
                refused("RSV1 and RSV2", 1002, new Frames().masked(FIN | RSV1 | 0x20 | 1, hello)),
                refused("RSV3", 1002, new Frames().masked(FIN | 0x10 | 1, "a")),
                refused("a reserved kind of block", 1007, compressed(2, hex("0700"))),
                refused(
                        "no DEFLATE at all",
                        1007,
                        compressed(2, "xyz".getBytes(StandardCharsets.US_ASCII))),
                refused("nothing at all", 1007, compressed(2, hex(""))),
                refused("an end within a block", 1007, compressed(2, hex("f248cd"))),
                refused(
                        "an end within the length of a block",
                        1007,
                        compressed(2, hex("000500fa"))),
                refused("a reference before the message", 1007, compressed(2, hex("0201 0000"))),
                refused(
                        "bytes after the last block that are none",
                        1007,
                        compressed(2, hex("f348cdc9c90700ff00"))),
                refused(
                        "text that is not UTF-8",
                        1007,
                        compressed(1, deflated(new byte[] {'a', (byte) 0xFF}))),
                refused(
                        "text that ends within a character",
                        1007,
                        compressed(1, deflated(new byte[] {'a', (byte) 0xC3}))),
                refused(
                        "a message beyond the limit",
                        1009,
                        compressed(2, deflated(new byte[MAX + 1]))),
                refused("a bomb, before its end", 1009, new Frames().masked(RSV1 | 2, bomb())),
                refused(
                        "blocks without content for ever",
                        1009,
                        new Frames()
                                .masked(RSV1 | 2, emptyBlocks(MAX))
                                .masked(0, emptyBlocks(MAX))),
                refused(
                        "last blocks for ever",
                        1007,
                        new Frames().masked(RSV1 | 2, lastBlocks(17))));
    }

    private static Refused refused(String rule, int code, Frames frames) {
        return new Refused(rule, code, frames);
    }

    private static Frames compressed(int opcode, byte[] payload) {
        return new Frames().masked(FIN | RSV1 | opcode, payload);
    }

    /** The first bytes of a stream that would unfold to a thousand times its size. */
    private static byte[] bomb() {
        return Arrays.copyOf(deflated(new byte[64 << 20]), 2000);
    }

    private static byte[] emptyBlocks(int bytes) {
        byte[] block = hex("000000ffff");
        byte[] all = new byte[bytes / block.length * block.length];
        for (int i = 0; i < all.length; i += block.length) {
            System.arraycopy(block, 0, all, i, block.length);
        }
        return all;
    }

    private static byte[] lastBlocks(int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(hex("010000ffff"));
        }
        return all.toByteArray();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refuses(Refused refused) {
        for (int piece : PIECES) {
            MessageReader reader = reader(refused.frames().toBytes(), piece);
            assertThatThrownBy(reader::read)
                    .isInstanceOfSatisfying(
                            WebSocketFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(refused.code()));
        }
    }

    @Test
    void aMessageOfExactlyTheLimitIsTaken() throws IOException {
        byte[] message = new byte[MAX];
        for (int piece : PIECES) {
            assertThat(binary(compressed(2, deflated(message)), piece)).isEqualTo(message);
        }
    }

    @Test
    void messagesThatDoNotShrinkMayBeCompressedToo() throws IOException {
        byte[] message = new byte[MAX];
        new Random(1).nextBytes(message);
        assertThat(binary(compressed(2, deflated(message)), 1 << 20)).isEqualTo(message);
    }

    @Test
    void aLastBlockInTheMiddleKeepsTheWindow() throws IOException {
        byte[] first = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        byte[] buffer = new byte[200];
        try (Deflater deflater = new Deflater(9, true)) {
            deflater.setInput(first);
            deflater.finish();
            stream.write(buffer, 0, deflater.deflate(buffer));
        }
        try (Deflater deflater = new Deflater(9, true)) {
            deflater.setDictionary(first);
            deflater.setInput(first);
            int size = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
            // Shorter than the text: it refers to the stream before.
            assertThat(size - 4).isLessThan(first.length);
            stream.write(buffer, 0, size - 4);
        }
        assertThat(binary(compressed(2, stream.toByteArray()), 1 << 20))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("0123456789abcdef0123456789abcdef");
    }

    @Test
    void controlFramesComeBetweenCompressedFragments() throws IOException {
        Frames frames =
                new Frames()
                        .masked(RSV1 | 1, hex("f248"))
                        .masked(FIN | 9, "now")
                        .masked(0, hex(""))
                        .masked(FIN, hex("cdc9c90700"))
                        .masked(FIN | 1, "plain");
        MessageReader reader = reader(frames.toBytes(), 3);
        assertThat(reader.read()).isInstanceOf(Incoming.Ping.class);
        assertThat(reader.read()).isEqualTo(new Incoming.Text("Hello"));
        assertThat(reader.read()).isEqualTo(new Incoming.Text("plain"));
        assertThat(reader.read()).isEqualTo(new Incoming.End());
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 1000, 40_000, 100_000})
    void whatIsCompressedIsReadByTheOtherSide(int size) throws IOException {
        byte[] message =
                "receivers: [otlp]\n"
                        .repeat(size)
                        .substring(0, size)
                        .getBytes(StandardCharsets.US_ASCII);
        byte[] compressed = MessageDeflater.compress(message).orElseThrow();
        assertThat(compressed.length).isLessThan(size);
        byte[] frame = bytes(FrameWriter.frame(Opcode.BINARY, true, compressed, OptionalInt.of(7)));
        assertThat(frame[0] & 0xFF).isEqualTo(0xC2);
        MessageReader reader = reader(frame, 1 << 20);
        assertThat(reader.read())
                .isInstanceOfSatisfying(
                        Incoming.Binary.class,
                        binary -> assertThat(binary.payload()).isEqualTo(message));
    }

    @Test
    void smallMessagesAndNoiseAreSentAsTheyAre() {
        assertThat(MessageDeflater.compress(new byte[255])).isEmpty();
        byte[] noise = new byte[10_000];
        new Random(2).nextBytes(noise);
        assertThat(MessageDeflater.compress(noise)).isEmpty();
    }

    @Test
    void randomMessagesGoThereAndBack() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            byte[] message = new byte[256 + random.nextInt(5000)];
            for (int at = 0; at < message.length; at++) {
                message[at] = (byte) random.nextInt(1 + random.nextInt(1 + i % 200));
            }
            byte[] sent = MessageDeflater.compress(message).orElse(deflated(message));
            assertThat(binary(compressed(2, sent), 1 + random.nextInt(300)))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(message);
        }
    }

    private static byte[] binary(Frames frames, int piece) throws IOException {
        return ((Incoming.Binary) reader(frames.toBytes(), piece).read()).payload();
    }

    private static byte[] bytes(java.nio.ByteBuffer[] buffers) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (java.nio.ByteBuffer buffer : buffers) {
            all.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
        return all.toByteArray();
    }

    private static byte[] deflated(byte[] message) {
        try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true)) {
            deflater.setInput(message);
            byte[] buffer = new byte[message.length + message.length / 100 + 100];
            int size = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
            return Arrays.copyOf(buffer, size - 4);
        }
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    private static MessageReader reader(byte[] bytes, int piece) {
        WebSocketOptions options =
                WebSocketOptions.defaults().withMaxMessageBytes(MAX).withCompression(true);
        return new MessageReader(
                PiecewiseInput.of(bytes, piece), Side.SERVER, options, System::nanoTime);
    }
}
