package dev.myriarch.websocket;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Random;

/** Sends what is written in pieces of its own. */
final class CuttingSocket extends Socket {
    private final Random random;

    CuttingSocket(SocketAddress address, Random random) throws IOException {
        this.random = random;
        setTcpNoDelay(true);
        connect(address);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = 0; at < length; ) {
                    int piece = 1 + random.nextInt(length - at);
                    out.write(bytes, offset + at, piece);
                    at += piece;
                }
            }
        };
    }
}
