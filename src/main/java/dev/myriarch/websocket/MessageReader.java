package dev.myriarch.websocket;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of frames and checks the rules of RFC 6455 sections 5.1 to 5.6 and RFC 7692
 * section 6: masking, reserved bits and opcodes, fragmentation, control frames, compression, UTF-8,
 * size, time. Confined to the reading thread.
 */
final class MessageReader implements AutoCloseable {
    private static final int MAX_CONTROL = 125;

    /** RSV1, with permessage-deflate: the message is compressed (RFC 7692 section 6). */
    private static final int COMPRESSED = 4;

    private final FrameInput input;
    private final Side side;
    private final WebSocketOptions options;
    private final LongSupplier nanoTime;
    private @Nullable PartialMessage partial;
    private long startedAt;

    /**
     * @param options of which {@code compression} says what was agreed on
     * @param nanoTime as {@link System#nanoTime}
     */
    MessageReader(FrameInput input, Side side, WebSocketOptions options, LongSupplier nanoTime) {
        this.input = input;
        this.side = side;
        this.options = options;
        this.nanoTime = nanoTime;
    }

    /** Without compression. */
    MessageReader(FrameInput input, Side side, int maxMessageBytes) {
        this(
                input,
                side,
                WebSocketOptions.defaults().withMaxMessageBytes(maxMessageBytes),
                System::nanoTime);
    }

    static WebSocketFailure tooBig(int maxBytes) {
        return new WebSocketFailure(
                CloseCodes.TOO_BIG, "a message is larger than " + maxBytes + " bytes");
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
            checkPatience();
            Opcode opcode = check(header.get());
            if (opcode.isControl()) {
                return control(opcode, header.get());
            }
            PartialMessage message = message(opcode, header.get());
            message.read(input, header.get(), this::checkPatience);
            if (header.get().fin()) {
                Incoming whole = message.finish();
                close();
                return whole;
            }
        }
    }

    private Opcode check(FrameHeader header) throws WebSocketFailure {
        Optional<Opcode> opcode = Opcode.of(header.opcode());
        if (opcode.isEmpty()) {
            throw WebSocketFailure.protocol("a frame has a reserved opcode");
        }
        if (header.reserved() != 0 && !startsCompressed(header, opcode.get())) {
            throw WebSocketFailure.protocol("a reserved bit is set");
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

    /** Only the first frame of a message says that it is compressed. */
    private boolean startsCompressed(FrameHeader header, Opcode opcode) {
        return options.compression()
                && header.reserved() == COMPRESSED
                && (opcode == Opcode.TEXT || opcode == Opcode.BINARY);
    }

    private Incoming control(Opcode opcode, FrameHeader header) throws IOException {
        byte[] payload = new byte[(int) header.length()];
        int position = 0;
        while (position < payload.length) {
            position += input.read(payload, position, payload.length - position);
        }
        if (header.masked()) {
            Masking.apply(payload, 0, payload.length, header.maskKey(), 0);
        }
        return switch (opcode) {
            case CLOSE -> new Incoming.Close(CloseFrame.parse(payload));
            case PING -> new Incoming.Ping(payload);
            case PONG -> new Incoming.Pong();
            case CONTINUATION, TEXT, BINARY -> throw new IllegalStateException("not a control");
        };
    }

    private PartialMessage message(Opcode opcode, FrameHeader header) throws WebSocketFailure {
        PartialMessage open = partial;
        if (opcode == Opcode.CONTINUATION) {
            if (open == null) {
                throw WebSocketFailure.protocol("a continuation without a message to continue");
            }
            return open;
        }
        if (open != null) {
            throw WebSocketFailure.protocol("a message begins within another one");
        }
        PartialMessage begun =
                new PartialMessage(opcode == Opcode.TEXT, header.reserved() == COMPRESSED, options);
        partial = begun;
        startedAt = nanoTime.getAsLong();
        return begun;
    }

    private void checkPatience() throws WebSocketFailure {
        if (partial != null
                && nanoTime.getAsLong() - startedAt > options.messageTimeout().toNanos()) {
            throw new WebSocketFailure(
                    CloseCodes.POLICY_VIOLATION,
                    "a message took longer than " + options.messageTimeout().toSeconds() + " s");
        }
    }

    /** True when no message has begun that is not whole. */
    boolean betweenMessages() {
        return partial == null;
    }

    /** Drops the message that is not whole. */
    @Override
    public void close() {
        PartialMessage open = partial;
        if (open != null) {
            open.close();
        }
        partial = null;
    }
}
