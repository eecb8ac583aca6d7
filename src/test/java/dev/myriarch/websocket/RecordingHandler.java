package dev.myriarch.websocket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends every message back as binary and keeps what happened. */
final class RecordingHandler implements WebSocketHandler {
    final CompletableFuture<WebSocket> opened = new CompletableFuture<>();
    final List<String> messages = new CopyOnWriteArrayList<>();
    private final CompletableFuture<CloseCause> closed = new CompletableFuture<>();

    @Override
    public void opened(WebSocket socket) {
        opened.complete(socket);
    }

    @Override
    public void binary(byte[] message) {
        messages.add("binary " + message.length);
        echo(message);
    }

    @Override
    public void text(String message) {
        messages.add("text " + message.length());
        if (message.equals("fail")) {
            throw new IllegalStateException("as asked");
        }
        echo(message.getBytes(StandardCharsets.UTF_8));
    }

    private void echo(byte[] message) {
        try {
            opened.join().send(message);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void closed(CloseCause cause) {
        if (!closed.complete(cause)) {
            throw new AssertionError("closed twice");
        }
    }

    WebSocket socket() throws InterruptedException {
        return get(opened);
    }

    CloseCause cause() throws InterruptedException {
        return get(closed);
    }

    private static <T> T get(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }
}
