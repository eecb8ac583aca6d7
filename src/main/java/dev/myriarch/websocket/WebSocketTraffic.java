package dev.myriarch.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what goes over the WebSockets of an endpoint. Thread-safe. */
public final class WebSocketTraffic {
    private final LongAdder receivedMessages = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private final LongAdder sentMessages = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();

    /** By code, or 0 for the codes that applications choose, so that it stays small. */
    private final Map<Integer, LongAdder> closes = new ConcurrentHashMap<>();

    /**
     * Since the start. Sizes are those of messages, decompressed and without framing.
     *
     * @param closes by close code; 0 stands for every code from 3000 on
     */
    public record Counts(
            long receivedMessages,
            long receivedBytes,
            long sentMessages,
            long sentBytes,
            Map<Integer, Long> closes) {
        public Counts {
            closes = Map.copyOf(closes);
        }
    }

    public Counts counts() {
        Map<Integer, Long> byCode = new TreeMap<>();
        closes.forEach((code, count) -> byCode.put(code, count.sum()));
        return new Counts(
                receivedMessages.sum(),
                receivedBytes.sum(),
                sentMessages.sum(),
                sentBytes.sum(),
                byCode);
    }

    /** A handler that counts and passes everything on. */
    public WebSocketHandler watch(WebSocketHandler handler) {
        return new Watched(handler);
    }

    private final class Watched implements WebSocketHandler {
        private final WebSocketHandler handler;

        private Watched(WebSocketHandler handler) {
            this.handler = handler;
        }

        @Override
        public void opened(WebSocket socket) {
            handler.opened(new Counting(socket));
        }

        @Override
        public void binary(byte[] message) {
            receivedMessages.increment();
            receivedBytes.add(message.length);
            handler.binary(message);
        }

        @Override
        public Optional<byte[]> answerNow(byte[] message) {
            Optional<byte[]> answer = handler.answerNow(message);
            if (answer.isPresent()) {
                receivedMessages.increment();
                receivedBytes.add(message.length);
                sentMessages.increment();
                sentBytes.add(answer.get().length);
            }
            return answer;
        }

        @Override
        public void text(String message) {
            receivedMessages.increment();
            receivedBytes.add(message.getBytes(StandardCharsets.UTF_8).length);
            handler.text(message);
        }

        @Override
        public void closed(CloseCause cause) {
            int code = cause.code() < 3000 ? cause.code() : 0;
            closes.computeIfAbsent(code, _ -> new LongAdder()).increment();
            handler.closed(cause);
        }
    }

    private final class Counting implements WebSocket {
        private final WebSocket socket;

        private Counting(WebSocket socket) {
            this.socket = socket;
        }

        @Override
        public void send(byte[] message) throws IOException {
            socket.send(message);
            sentMessages.increment();
            sentBytes.add(message.length);
        }

        @Override
        public void close(int code, String reason) {
            socket.close(code, reason);
        }

        @Override
        public void abort() {
            socket.abort();
        }

        @Override
        public boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return socket.remoteAddress();
        }
    }
}
