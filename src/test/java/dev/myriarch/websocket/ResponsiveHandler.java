package dev.myriarch.websocket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Answers each message in the same way, some at once, and keeps what happened. */
final class ResponsiveHandler implements WebSocketHandler {
    /** Which messages make it fail. */
    static final byte FAILS = 'f';

    final CompletableFuture<WebSocket> opened = new CompletableFuture<>();
    final CompletableFuture<CloseCause> closed = new CompletableFuture<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Predicate<byte[]> atOnce;
    private final int answerBytes;

    /**
     * Answers with the message itself.
     *
     * @param atOnce which messages are answered without a thread
     */
    ResponsiveHandler(Predicate<byte[]> atOnce) {
        this(atOnce, 0);
    }

    /**
     * @param answerBytes to which shorter answers are filled up with zeros
     */
    ResponsiveHandler(Predicate<byte[]> atOnce, int answerBytes) {
        this.atOnce = atOnce;
        this.answerBytes = answerBytes;
    }

    @Override
    public void opened(WebSocket socket) {
        opened.complete(socket);
    }

    @Override
    public Optional<byte[]> answerNow(byte[] message) {
        return atOnce.test(message) ? Optional.of(answer(message)) : Optional.empty();
    }

    @Override
    public void binary(byte[] message) {
        send(answer(message));
    }

    private byte[] answer(byte[] message) {
        calls.add("binary " + new String(message, StandardCharsets.ISO_8859_1));
        if (message.length > 0 && message[0] == FAILS) {
            throw new IllegalStateException("as asked");
        }
        return Arrays.copyOf(message, Math.max(message.length, answerBytes));
    }

    @Override
    public void text(String message) {
        calls.add("text " + message);
        send(message.getBytes(StandardCharsets.UTF_8));
    }

    private void send(byte[] message) {
        try {
            opened.join().send(message);
        } catch (IOException gone) {
            // Whoever reads meets the end too.
        }
    }

    @Override
    public void closed(CloseCause cause) {
        if (!closed.complete(cause)) {
            throw new AssertionError("closed twice");
        }
    }
}
