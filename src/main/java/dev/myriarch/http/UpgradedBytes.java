package dev.myriarch.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The connection as the protocol after an upgrade sees it. */
final class UpgradedBytes implements UpgradedConnection {
    /** Up to here several buffers are copied into one write, and so into one segment. */
    private static final int ONE_WRITE = 16 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final HttpConnection connection;
    private ByteBuffer buffered;
    private volatile Duration silenceLimit = Duration.ZERO;
    private volatile Runnable onSilence = () -> {};

    UpgradedBytes(HttpConnection connection, byte[] buffered) {
        this.connection = connection;
        this.buffered = ByteBuffer.wrap(buffered);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (buffered.hasRemaining()) {
            return takeBuffered(target);
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        connection.silence(silenceLimit, onSilence);
        try {
            if (target.hasArray()) {
                int offset = target.arrayOffset() + target.position();
                int count = connection.read(target.array(), offset, target.remaining());
                target.position(target.position() + Math.max(0, count));
                return count;
            }
            byte[] copy = new byte[target.remaining()];
            int count = connection.read(copy, 0, copy.length);
            target.put(copy, 0, Math.max(0, count));
            return count;
        } finally {
            connection.silence(Duration.ZERO, onSilence);
        }
    }

    private int takeBuffered(ByteBuffer target) {
        int count = Math.min(buffered.remaining(), target.remaining());
        target.put(buffered.slice().limit(count));
        buffered.position(buffered.position() + count);
        if (!buffered.hasRemaining()) {
            buffered = NOTHING;
        }
        return count;
    }

    @Override
    public void write(ByteBuffer... sources) throws IOException {
        long total = 0;
        for (ByteBuffer source : sources) {
            total += source.remaining();
        }
        if (sources.length > 1 && total <= ONE_WRITE) {
            ByteBuffer joined = ByteBuffer.allocate((int) total);
            for (ByteBuffer source : sources) {
                joined.put(source);
            }
            write(joined.flip());
            return;
        }
        for (ByteBuffer source : sources) {
            write(source);
        }
    }

    private void write(ByteBuffer source) throws IOException {
        byte[] bytes;
        int offset = 0;
        int length = source.remaining();
        if (source.hasArray()) {
            bytes = source.array();
            offset = source.arrayOffset() + source.position();
            source.position(source.limit());
        } else {
            bytes = new byte[length];
            source.get(bytes);
        }
        connection.write(bytes, offset, length);
    }

    @Override
    public void readDeadline(Duration limit) {
        connection.readDeadline(limit);
    }

    @Override
    public void writeDeadline(Duration limit) {
        connection.writeDeadline(limit);
    }

    @Override
    public void onSilence(Duration limit, Runnable action) {
        onSilence = action;
        silenceLimit = limit;
    }

    @Override
    public boolean expired() {
        return connection.expired();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return connection.transport().remoteAddress();
    }

    @Override
    public boolean stopping() {
        return connection.stopSignal().given();
    }

    @Override
    public void onStopping(Runnable action) {
        connection.stopSignal().onSignal(action);
    }

    @Override
    public void abort() {
        connection.abort();
    }
}
