package dev.myriarch.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;

/** A plain TCP connection. */
final class SocketTransport implements Transport {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    SocketTransport(Socket socket, int sendBufferBytes) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setOption(StandardSocketOptions.SO_SNDBUF, sendBufferBytes);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return in.read(target, offset, length);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        out.write(source, offset, length);
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void wake() {
        try {
            socket.shutdownInput();
        } catch (IOException closedAlready) {
            // Then the reader has its end already.
        }
    }

    @Override
    public void kill() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException closedAlready) {
            // Closing below is what counts.
        }
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException notClean) {
            // The descriptor is gone either way.
        }
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) socket.getRemoteSocketAddress();
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }
}
