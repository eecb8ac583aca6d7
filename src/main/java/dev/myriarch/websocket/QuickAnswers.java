package dev.myriarch.websocket;

import dev.myriarch.http.UpgradedConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Deals with what arrives on a WebSocket that rests, as far as that needs no waiting: pongs, pings,
 * and messages that the handler answers at once. Confined to whoever reads, an event loop or the
 * thread that goes on after it.
 */
final class QuickAnswers {
    private final UpgradedConnection connection;
    private final Side side;
    private final WebSocketOptions options;
    private final WebSocketHandler handler;
    private boolean unsent;
    private Optional<RuntimeException> failure = Optional.empty();

    QuickAnswers(
            UpgradedConnection connection,
            Side side,
            WebSocketOptions options,
            WebSocketHandler handler) {
        this.connection = connection;
        this.side = side;
        this.options = options;
        this.handler = handler;
    }

    /**
     * Takes frames and writes the answers, together. Called with the lock of those who send.
     *
     * @param answers empty, to put them into
     * @return true when all was taken and all answers are out; else a thread goes on
     */
    boolean answer(ByteBuffer arrived, ByteBuffer answers) throws IOException {
        boolean taken = true;
        while (taken && arrived.hasRemaining() && !unsent) {
            Optional<QuickFrame> frame = QuickFrame.peek(arrived, side, options.maxMessageBytes());
            taken = frame.isPresent() && isAnswered(frame.get(), answers);
            if (taken || failure.isPresent()) {
                arrived.position(frame.orElseThrow().end());
            }
        }
        write(answers.flip());
        return taken && !unsent;
    }

    private boolean isAnswered(QuickFrame frame, ByteBuffer answers) throws IOException {
        return switch (frame.opcode()) {
            case PONG -> true;
            case PING -> side == Side.SERVER && put(Opcode.PONG, false, frame.payload(), answers);
            case BINARY -> side == Side.SERVER && isAnswered(frame.payload(), answers);
            case CONTINUATION, TEXT, CLOSE -> false;
        };
    }

    private boolean isAnswered(byte[] message, ByteBuffer answers) throws IOException {
        Optional<byte[]> answer;
        try {
            answer = handler.answerNow(message);
        } catch (RuntimeException bug) {
            failure = Optional.of(bug);
            return false;
        }
        if (answer.isEmpty()) {
            return false;
        }
        Optional<byte[]> compressed = MessageDeflater.compress(answer.get(), options);
        return put(Opcode.BINARY, compressed.isPresent(), compressed.orElse(answer.get()), answers);
    }

    /** True: the frame is in {@code answers}, or written. */
    private boolean put(Opcode opcode, boolean compressed, byte[] payload, ByteBuffer answers)
            throws IOException {
        if (answers.remaining() < FrameWriter.MAX_HEADER + payload.length) {
            write(answers.flip());
            answers.clear();
        }
        if (answers.remaining() >= FrameWriter.MAX_HEADER + payload.length) {
            put(answers, opcode, compressed, payload);
        } else {
            ByteBuffer large = ByteBuffer.allocate(FrameWriter.MAX_HEADER + payload.length);
            put(large, opcode, compressed, payload);
            write(large.flip());
        }
        return true;
    }

    private static void put(ByteBuffer target, Opcode opcode, boolean compressed, byte[] payload) {
        FrameWriter.header(target, opcode, compressed, payload.length, OptionalInt.empty());
        target.put(payload);
    }

    private void write(ByteBuffer frames) throws IOException {
        if (frames.hasRemaining() && !connection.writeNow(frames)) {
            if (!unsent) {
                connection.writeDeadline(options.sendTimeout());
            }
            unsent = true;
        }
    }

    /** True, once, when the thread that goes on has to flush the connection first. */
    boolean takeUnsent() {
        boolean taken = unsent;
        unsent = false;
        return taken;
    }

    /** With which the handler failed; once. */
    Optional<RuntimeException> takeFailure() {
        Optional<RuntimeException> taken = failure;
        failure = Optional.empty();
        return taken;
    }
}
