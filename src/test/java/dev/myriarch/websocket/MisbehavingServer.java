package dev.myriarch.websocket;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Takes one connection, reads the request and answers with what it is told to. */
final class MisbehavingServer implements AutoCloseable {
    /** Answers on a connection whose request is read; the connection is closed afterwards. */
    @FunctionalInterface
    interface Answer {
        void write(Socket socket, String key) throws IOException;
    }

    private final ServerSocket listener;
    private final CompletableFuture<String> request = new CompletableFuture<>();

    private MisbehavingServer(ServerSocket listener) {
        this.listener = listener;
    }

    static MisbehavingServer start(Answer answer) throws IOException {
        MisbehavingServer server =
                new MisbehavingServer(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(() -> server.serve(answer));
        return server;
    }

    /** Answers with a text in which {@code ACCEPT} stands for the right value. */
    static MisbehavingServer saying(String text) throws IOException {
        return start((socket, key) -> write(socket, key, text));
    }

    /** Writes lines that end with CRLF. */
    static void write(Socket socket, String key, String text) throws IOException {
        String answer =
                text.replace("\n", "\r\n").replace("ACCEPT", WebSocketUpgrade.acceptValue(key));
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void serve(Answer answer) {
        try (Socket socket = listener.accept()) {
            StringBuilder head = new StringBuilder();
            InputStream in = socket.getInputStream();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    throw new IOException("the client ended the connection");
                }
                head.append((char) c);
            }
            request.complete(head.toString());
            answer.write(socket, header(head.toString(), "sec-websocket-key"));
            socket.shutdownOutput();
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException ended) {
            request.completeExceptionally(ended);
        }
    }

    private static String header(String head, String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .findFirst()
                .orElse("");
    }

    /** The head of the request. */
    String request() {
        return request.join();
    }

    URI uri(String path) {
        return URI.create("ws://127.0.0.1:" + listener.getLocalPort() + path);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
