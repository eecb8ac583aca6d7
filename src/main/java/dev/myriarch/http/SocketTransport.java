package dev.myriarch.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A plain TCP connection. Its channel blocks until it joins an event loop; then reads and writes
 * wait for what the loop says.
 */
final class SocketTransport implements Transport {
    /** The JDK copies what is in an array through a buffer of the same size, which it keeps. */
    private static final int PIECE = 64 << 10;

    private final SocketChannel channel;
    private final InetSocketAddress remoteAddress;
    private final InetSocketAddress localAddress;
    private volatile @Nullable LoopRegistration registration;
    private volatile boolean woken;

    /** What {@link #writeNow} left over. Guarded by the order that callers keep among writes. */
    private @Nullable ByteBuffer unsent;

    SocketTransport(SocketChannel channel, int sendBufferBytes) throws IOException {
        this.channel = channel;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBufferBytes);
        remoteAddress = (InetSocketAddress) channel.getRemoteAddress();
        localAddress = (InetSocketAddress) channel.getLocalAddress();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.wrap(target, offset, Math.min(length, PIECE));
        int count = channel.read(buffer);
        while (count == 0) {
            LoopRegistration joined = registration;
            if (joined == null) {
                return -1;
            }
            boolean more = joined.awaitReadable();
            count = channel.read(buffer);
            if (count == 0 && !more) {
                return -1;
            }
        }
        return count;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        flush();
        writeAll(ByteBuffer.wrap(source, offset, length));
    }

    private void writeAll(ByteBuffer source) throws IOException {
        int end = source.limit();
        while (source.position() < end) {
            source.limit(Math.min(end, source.position() + PIECE));
            if (channel.write(source) == 0) {
                LoopRegistration joined = registration;
                if (joined == null || !joined.awaitWritable()) {
                    throw new EOFException("the connection was closed while it was written to");
                }
            }
        }
    }

    @Override
    public void join(EventLoop loop, LoopGuest guest) throws IOException {
        channel.configureBlocking(false);
        LoopRegistration joined = loop.add(channel, guest);
        registration = joined;
        // Whoever came before could not tell the registration.
        if (woken) {
            joined.inputEnded();
        }
        if (!channel.isOpen()) {
            joined.closed();
        }
    }

    @Override
    public void rest() {
        LoopRegistration joined = registration;
        if (joined == null) {
            throw new IllegalStateException("the connection has no event loop");
        }
        joined.giveBack();
    }

    @Override
    public boolean hasInput() {
        return woken || !channel.isOpen();
    }

    @Override
    public int readNow(ByteBuffer target, LoopBuffers buffers) throws IOException {
        return channel.read(target);
    }

    @Override
    public boolean writeNow(ByteBuffer source, LoopBuffers buffers) throws IOException {
        ByteBuffer before = unsent;
        if (before == null) {
            channel.write(source);
            if (!source.hasRemaining()) {
                return true;
            }
        }
        int kept = before == null ? 0 : before.remaining();
        ByteBuffer rest = ByteBuffer.allocate(kept + source.remaining());
        if (before != null) {
            rest.put(before);
        }
        unsent = rest.put(source).flip();
        return false;
    }

    @Override
    public void flush() throws IOException {
        ByteBuffer before = unsent;
        if (before != null) {
            writeAll(before);
            unsent = null;
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void wake() {
        try {
            channel.shutdownInput();
        } catch (IOException closedAlready) {
            // Then the reader has its end already.
        }
        woken = true;
        LoopRegistration joined = registration;
        if (joined != null) {
            joined.inputEnded();
        }
    }

    @Override
    public void kill() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException closedAlready) {
            // Closing below is what counts.
        }
        close();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException notClean) {
            // The descriptor is gone either way.
        }
        LoopRegistration joined = registration;
        if (joined != null) {
            joined.closed();
        }
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }
}
