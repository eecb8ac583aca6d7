package dev.myriarch.websocket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of frames and checks the rules of RFC 6455 sections 5.1 to 5.6: masking, reserved
 * bits and opcodes, fragmentation, control frames, UTF-8, size. Confined to the reading thread.
 */
final class MessageReader {
    private static final int MAX_CONTROL = 125;

    private final FrameInput input;
    private final Side side;
    private final int maxMessageBytes;
    private @Nullable Fragments fragments;

    /** The data message that is being received. */
    private record Fragments(boolean text, MessageBuffer buffer, Utf8Validator utf8) {}

    MessageReader(FrameInput input, Side side, int maxMessageBytes) {
        this.input = input;
        this.side = side;
        this.maxMessageBytes = maxMessageBytes;
    }

    /**
     * Waits for the next message or control frame.
     *
     * @throws WebSocketFailure when the peer breaks a rule
     * @throws java.io.EOFException when the connection ends within a frame
     */
    Incoming read() throws IOException {
        while (true) {
            Optional<FrameHeader> header = FrameHeader.read(input);
            if (header.isEmpty()) {
                return new Incoming.End();
            }
            Opcode opcode = check(header.get());
            if (opcode.isControl()) {
                return control(opcode, header.get());
            }
            Fragments message = fragments(opcode);
            readPayload(message, header.get());
            if (header.get().fin()) {
                fragments = null;
                return finish(message);
            }
            fragments = message;
        }
    }

    private Opcode check(FrameHeader header) throws WebSocketFailure {
        if (header.reserved() != 0) {
            throw WebSocketFailure.protocol("a reserved bit is set");
        }
        Optional<Opcode> opcode = Opcode.of(header.opcode());
        if (opcode.isEmpty()) {
            throw WebSocketFailure.protocol("a frame has a reserved opcode");
        }
        if (header.masked() != side.peerMasks()) {
            throw WebSocketFailure.protocol(
                    header.masked() ? "a server masked a frame" : "a frame is not masked");
        }
        if (opcode.get().isControl() && (!header.fin() || header.length() > MAX_CONTROL)) {
            throw WebSocketFailure.protocol("a control frame is fragmented or too long");
        }
        return opcode.get();
    }

    private Incoming control(Opcode opcode, FrameHeader header) throws IOException {
        MessageBuffer buffer = new MessageBuffer();
        readPayload(new Fragments(false, buffer, new Utf8Validator()), header);
        byte[] payload = buffer.toBytes();
        return switch (opcode) {
            case CLOSE -> new Incoming.Close(CloseFrame.parse(payload));
            case PING -> new Incoming.Ping(payload);
            case PONG -> new Incoming.Pong();
            case CONTINUATION, TEXT, BINARY -> throw new IllegalStateException("not a control");
        };
    }

    private Fragments fragments(Opcode opcode) throws WebSocketFailure {
        Fragments open = fragments;
        if (opcode == Opcode.CONTINUATION) {
            if (open == null) {
                throw WebSocketFailure.protocol("a continuation without a message to continue");
            }
            return open;
        }
        if (open != null) {
            throw WebSocketFailure.protocol("a message begins within another one");
        }
        return new Fragments(opcode == Opcode.TEXT, new MessageBuffer(), new Utf8Validator());
    }

    private void readPayload(Fragments message, FrameHeader header) throws IOException {
        MessageBuffer buffer = message.buffer();
        if (header.length() > maxMessageBytes - buffer.size()) {
            throw new WebSocketFailure(
                    CloseCodes.TOO_BIG, "a message is larger than " + maxMessageBytes + " bytes");
        }
        long position = 0;
        while (position < header.length()) {
            int start = buffer.size();
            int count = buffer.readFrom(input, header.length() - position);
            if (header.masked()) {
                Masking.apply(buffer.array(), start, count, header.maskKey(), position);
            }
            if (message.text() && !message.utf8().accept(buffer.array(), start, count)) {
                throw notUtf8();
            }
            position += count;
        }
    }

    private static Incoming finish(Fragments message) throws WebSocketFailure {
        if (!message.text()) {
            return new Incoming.Binary(message.buffer().toBytes());
        }
        if (!message.utf8().complete()) {
            throw notUtf8();
        }
        byte[] bytes = message.buffer().array();
        return new Incoming.Text(
                new String(bytes, 0, message.buffer().size(), StandardCharsets.UTF_8));
    }

    private static WebSocketFailure notUtf8() {
        return new WebSocketFailure(CloseCodes.INVALID_DATA, "a text message is not UTF-8");
    }
}
