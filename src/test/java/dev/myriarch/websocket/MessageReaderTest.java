package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageReaderTest {
    private static final int FIN = Frames.FIN;
    private static final int MAX = 200_000;
    private static final List<Integer> PIECES = List.of(1 << 20, 1, 7);

    /** Frames that must fail the connection with a close code. */
    record Refused(String rule, int code, Frames frames) {
        @Override
        public String toString() {
            return rule + " -> " + code;
        }
    }

    static Stream<Refused> refused() {
        return Stream.of(framing(), fragments(), text(), closing()).flatMap(cases -> cases);
    }

    private static Stream<Refused> framing() {
        int[] length127 = {0, 0, 0, 0, 0, 1, 0, 0};
        return Stream.of(
                refused("RSV1 is set", 1002, new Frames().masked(FIN | 0x41, "a")),
                refused("RSV2 is set", 1002, new Frames().masked(FIN | 0x21, "a")),
                refused("RSV3 is set on a ping", 1002, new Frames().masked(FIN | 0x19, "a")),
                refused("opcode 3", 1002, new Frames().masked(FIN | 3, "a")),
                refused("opcode 7", 1002, new Frames().masked(FIN | 7, "")),
                refused("opcode 11", 1002, new Frames().masked(FIN | 11, "a")),
                refused("opcode 15", 1002, new Frames().masked(FIN | 15, "")),
                refused("a message is not masked", 1002, new Frames().unmasked(FIN | 2, b("a"))),
                refused("a ping is not masked", 1002, new Frames().unmasked(FIN | 9, b(""))),
                refused("a ping is fragmented", 1002, new Frames().masked(9, "a")),
                refused("a close is fragmented", 1002, new Frames().masked(8, "")),
                refused("a ping of 126 bytes", 1002, new Frames().masked(FIN | 9, "a".repeat(126))),
                refused("a close of 126 bytes", 1002, new Frames().close(1000, b("a".repeat(124)))),
                refused(
                        "16 bits for a length of 125",
                        1002,
                        new Frames().bytes(0x82, 0xFE, 0, 125)),
                refused(
                        "64 bits for a length of 65535",
                        1002,
                        new Frames().bytes(0x82, 0xFF).bytes(0, 0, 0, 0, 0, 0, 0xFF, 0xFF)),
                refused(
                        "a length with its highest bit",
                        1002,
                        new Frames().bytes(0x82, 0xFF).bytes(0x80, 0, 0, 0, 0, 0, 0, 1)),
                refused(
                        "a message beyond the limit, before its payload",
                        1009,
                        new Frames()
                                .bytes(0x82, 0xFF)
                                .bytes(0, 0, 0, 0, 0, 3, 13, 65)
                                .bytes(1, 2, 3, 4)),
                refused(
                        "a message of 2^63-1 bytes",
                        1009,
                        new Frames()
                                .bytes(0x82, 0xFF)
                                .bytes(0x7F, 255, 255, 255, 255, 255, 255, 255)
                                .bytes(1, 2, 3, 4)),
                refused(
                        "fragments beyond the limit",
                        1009,
                        new Frames()
                                .masked(2, new byte[MAX])
                                .masked(0, new byte[0])
                                .masked(FIN, new byte[1])),
                refused(
                        "a reserved opcode even when its length is a lie",
                        1002,
                        new Frames().bytes(0x8B, 0xFF).bytes(length127).bytes(1, 2, 3, 4)));
    }

    private static Stream<Refused> fragments() {
        return Stream.of(
                refused("a continuation first", 1002, new Frames().masked(FIN, "a")),
                refused("an open continuation first", 1002, new Frames().masked(0, "a")),
                refused(
                        "a text within a text",
                        1002,
                        new Frames().masked(1, "a").masked(FIN | 1, "b")),
                refused("a binary within a text", 1002, new Frames().masked(1, "a").masked(2, "b")),
                refused(
                        "a continuation after the end",
                        1002,
                        new Frames().masked(1, "a").masked(FIN, "b").masked(FIN, "c")));
    }

    private static Stream<Refused> text() {
        return Stream.of(
                refused("a lone continuation byte", 1007, text("80")),
                refused("an overlong slash", 1007, text("c0af")),
                refused("an overlong slash in three bytes", 1007, text("e080af")),
                refused("an overlong slash in four bytes", 1007, text("f08080af")),
                refused("a surrogate", 1007, text("eda080")),
                refused("beyond U+10FFFF", 1007, text("f4908080")),
                refused("a first byte of five", 1007, text("f888808080")),
                refused("0xFF", 1007, text("ff")),
                refused("an incomplete character", 1007, text("61c3")),
                refused("a character cut by ASCII", 1007, text("c361")),
                refused(
                        "an incomplete character at the end of fragments",
                        1007,
                        new Frames().masked(1, hex("e2")).masked(0, hex("82")).masked(FIN, "")),
                refused(
                        "broken text in the first fragment, before the message ends",
                        1007,
                        new Frames().masked(1, hex("61ff"))),
                refused(
                        "broken text over the border of fragments",
                        1007,
                        new Frames().masked(1, hex("c3")).masked(FIN, hex("c3"))));
    }

    private static Stream<Refused> closing() {
        Stream<Refused> codes =
                Stream.of(0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)
                        .map(code -> refused("close code " + code, 1002, new Frames().close(code)));
        return Stream.concat(
                codes,
                Stream.of(
                        refused("half a close code", 1002, new Frames().masked(FIN | 8, "a")),
                        refused(
                                "a reason that is not UTF-8",
                                1007,
                                new Frames().close(1000, hex("ff"))),
                        refused(
                                "a reason with an incomplete character",
                                1007,
                                new Frames().close(1000, hex("c3")))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refuses(Refused refused) {
        for (int piece : PIECES) {
            assertThatThrownBy(() -> readAll(refused.frames(), piece))
                    .as("in pieces of %d", piece)
                    .isInstanceOfSatisfying(
                            WebSocketFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(refused.code()));
        }
    }

    @Test
    void messagesOfEveryLengthFormAreRead() throws IOException {
        for (int length : List.of(0, 1, 125, 126, 127, 255, 256, 257, 4097, 65535, 65536, MAX)) {
            byte[] payload = new byte[length];
            Arrays.fill(payload, (byte) 'x');
            for (int piece : List.of(1 << 20, 7, 1000)) {
                List<Incoming> incoming =
                        readAll(
                                new Frames()
                                        .masked(FIN | 2, payload)
                                        .masked(
                                                FIN | 1,
                                                new String(payload, StandardCharsets.UTF_8)),
                                piece);
                assertThat(incoming).hasSize(3);
                assertThat(((Incoming.Binary) incoming.get(0)).payload()).isEqualTo(payload);
                assertThat(((Incoming.Text) incoming.get(1)).text()).hasSize(length);
            }
        }
    }

    @Test
    void fragmentsAreJoinedAndControlFramesComeInBetween() throws IOException {
        for (int piece : PIECES) {
            List<Incoming> incoming =
                    readAll(
                            new Frames()
                                    .masked(1, hex("e2"))
                                    .masked(FIN | 9, "ping")
                                    .masked(0, hex("82"))
                                    .masked(FIN | 10, "pong")
                                    .masked(0, "")
                                    .masked(FIN, hex("ac21"))
                                    .masked(FIN | 2, ""),
                            piece);
            assertThat(incoming.get(0))
                    .isInstanceOfSatisfying(
                            Incoming.Ping.class,
                            ping -> assertThat(ping.payload()).isEqualTo(b("ping")));
            assertThat(incoming.get(1)).isInstanceOf(Incoming.Pong.class);
            assertThat(incoming.get(2)).isEqualTo(new Incoming.Text("\u20ac!"));
            assertThat(incoming.get(3)).isInstanceOf(Incoming.Binary.class);
            assertThat(incoming.get(4)).isInstanceOf(Incoming.End.class);
        }
    }

    @Test
    void everyCloseCodeThatMayBeSentIsTaken() throws IOException {
        for (int code :
                List.of(1000, 1001, 1002, 1003, 1007, 1011, 1012, 1014, 3000, 3999, 4000, 4999)) {
            assertThat(readAll(new Frames().close(code, b("why")), 7).getFirst())
                    .isEqualTo(new Incoming.Close(new CloseFrame(code, "why")));
        }
        assertThat(readAll(new Frames().masked(FIN | 8, ""), 7).getFirst())
                .isEqualTo(new Incoming.Close(new CloseFrame(1005, "")));
    }

    @Test
    void aClientTakesOnlyUnmaskedFrames() throws IOException {
        byte[] good = new Frames().unmasked(FIN | 2, b("a")).toBytes();
        assertThat(reader(good, 7, Side.CLIENT).read()).isInstanceOf(Incoming.Binary.class);
        byte[] bad = new Frames().masked(FIN | 2, "a").toBytes();
        assertThatThrownBy(() -> reader(bad, 7, Side.CLIENT).read())
                .isInstanceOf(WebSocketFailure.class);
    }

    @Test
    void anEndWithinAFrameIsNoMessage() {
        byte[] whole = new Frames().masked(FIN | 2, "abc").toBytes();
        for (int length = 1; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> reader(part, 7, Side.SERVER).read())
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void whatIsWrittenIsReadByTheOtherSide() throws IOException {
        for (int length : List.of(0, 125, 126, 65535, 65536)) {
            byte[] payload = new byte[length];
            Arrays.fill(payload, (byte) 7);
            for (Side side : Side.values()) {
                OptionalInt key =
                        side.peerMasks() ? OptionalInt.of(0x81FF0203) : OptionalInt.empty();
                ByteBuffer[] frame = FrameWriter.frame(Opcode.BINARY, payload, key);
                byte[] bytes = new byte[frame[0].remaining() + frame[1].remaining()];
                ByteBuffer.wrap(bytes).put(frame[0]).put(frame[1]);
                assertThat(((Incoming.Binary) reader(bytes, 7, side).read()).payload())
                        .isEqualTo(payload);
            }
        }
    }

    @Test
    void aMessageThatIsDribbledIsGivenUpInItsFrame() throws IOException {
        assertThat(messagesUntilTooSlow(new Frames().masked(FIN | 2, "a".repeat(40)))).isZero();
    }

    @Test
    void aMessageThatIsDribbledIsGivenUpBetweenItsFragments() throws IOException {
        Frames frames = new Frames().masked(2, "a");
        for (int i = 0; i < 40; i++) {
            frames.masked(FIN | 10, "");
        }
        assertThat(messagesUntilTooSlow(frames.masked(FIN, "b"))).isZero();
    }

    @Test
    void eachMessageHasItsOwnTime() throws IOException {
        Frames frames = new Frames();
        for (int i = 0; i < 40; i++) {
            frames.masked(2, "a").masked(FIN, "b");
        }
        assertThat(messagesUntilTooSlow(frames)).isEqualTo(40);
    }

    /** Reads with a clock that ticks each second it is looked at, and a limit of ten. */
    private static int messagesUntilTooSlow(Frames frames) throws IOException {
        AtomicLong seconds = new AtomicLong(Long.MAX_VALUE / 1_000_000_000 - 5);
        MessageReader reader =
                new MessageReader(
                        PiecewiseInput.of(frames.toBytes(), 1),
                        Side.SERVER,
                        WebSocketOptions.defaults().withMessageTimeout(Duration.ofSeconds(10)),
                        () -> seconds.incrementAndGet() * 1_000_000_000);
        int messages = 0;
        try {
            while (true) {
                switch (reader.read()) {
                    case Incoming.Binary _ -> messages++;
                    case Incoming.End _ -> {
                        return messages;
                    }
                    default -> {}
                }
            }
        } catch (WebSocketFailure failure) {
            assertThat(failure.code()).isEqualTo(1008);
            assertThat(failure.reason()).isEqualTo("a message took longer than 10 s");
            return messages;
        }
    }

    private static List<Incoming> readAll(Frames frames, int piece) throws IOException {
        MessageReader reader = reader(frames.toBytes(), piece, Side.SERVER);
        List<Incoming> incoming = new ArrayList<>();
        while (true) {
            incoming.add(reader.read());
            if (incoming.getLast() instanceof Incoming.End) {
                return incoming;
            }
        }
    }

    private static MessageReader reader(byte[] bytes, int piece, Side side) {
        return new MessageReader(PiecewiseInput.of(bytes, piece), side, MAX);
    }

    private static Refused refused(String rule, int code, Frames frames) {
        return new Refused(rule, code, frames);
    }

    private static Frames text(String hex) {
        return new Frames().masked(FIN | 1, hex(hex));
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] b(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
