package dev.myriarch.websocket;

import dev.myriarch.http.TestServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket client that sends what it is told to, also against the rules. */
final class RawPeer implements AutoCloseable {
    static final String HANDSHAKE =
            """
            GET / HTTP/1.1
            Host: a
            Connection: keep-alive, UPGRADE
            Upgrade: WebSocket
            Sec-WebSocket-Version: 13
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

            """
                    .replace("\n", "\r\n");

    private final Socket socket;
    private final DataInputStream in;

    /**
     * A frame of the server.
     *
     * @param opcode with FIN, which is always set
     */
    record Frame(int opcode, byte[] payload) {
        int closeCode() {
            return payload.length == 0 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xFFFF;
        }
    }

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
    }

    /** Connects and upgrades. */
    static RawPeer open(TestServer server) throws IOException {
        return open(server, HANDSHAKE);
    }

    /** Connects and upgrades with this request. */
    static RawPeer open(TestServer server, String handshake) throws IOException {
        return over(server.connect(), handshake);
    }

    /** Upgrades with this request on a connection that is there. */
    static RawPeer over(Socket socket, String handshake) throws IOException {
        RawPeer peer = new RawPeer(socket);
        peer.send(handshake.getBytes(StandardCharsets.US_ASCII));
        String head = peer.head();
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new IOException("not upgraded: " + head);
        }
        return peer;
    }

    /** Sends a request and returns the head of the answer. */
    static String handshake(TestServer server, String request) throws IOException {
        try (RawPeer peer = new RawPeer(server.connect())) {
            peer.send(request.getBytes(StandardCharsets.US_ASCII));
            return peer.head();
        }
    }

    Socket socket() {
        return socket;
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void send(Frames frames) throws IOException {
        send(frames.toBytes());
    }

    Frame read() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = Math.toIntExact(in.readLong());
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(first, payload);
    }

    /** True when the server ended the connection, with a reset or without. */
    boolean ended() {
        try {
            return in.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("the server ended the connection after: " + head);
            }
            head.append((char) c);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
