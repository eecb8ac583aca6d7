package dev.myriarch.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The connection as the protocol after an upgrade sees it. */
final class UpgradedBytes implements UpgradedConnection {
    /** Up to here several buffers are copied into one write, and so into one segment. */
    private static final int ONE_WRITE = 16 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final HttpConnection connection;
    private ByteBuffer buffered;
    private Optional<IOException> failure = Optional.empty();
    private boolean ended;
    private @Nullable Resting resting;
    private boolean restAsked;

    /** While the loop asks {@link #resting}. */
    private @Nullable LoopBuffers loopBuffers;

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
        if (failure.isPresent()) {
            throw failure.get();
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        listen();
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
            listened();
        }
    }

    /** From now on silence counts. */
    void listen() {
        connection.silence(silenceLimit, onSilence);
    }

    /** Silence does not count any more. */
    void listened() {
        connection.silence(Duration.ZERO, onSilence);
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
    public boolean rest(Resting next) {
        if (buffered.hasRemaining() || ended || connection.transport().hasInput()) {
            return false;
        }
        resting = next;
        restAsked = true;
        return true;
    }

    /** Whether the turn that has ended asked for a rest. */
    boolean restAsked() {
        boolean asked = restAsked;
        restAsked = false;
        return asked;
    }

    /** On the loop: false when a thread has to go on; what was not taken is read again. */
    boolean arrived(ByteBuffer arrived, LoopBuffers buffers) {
        loopBuffers = buffers;
        try {
            boolean rests = resting().arrived(arrived, buffers.answers().clear());
            if (arrived.hasRemaining()) {
                buffered = ByteBuffer.allocate(arrived.remaining()).put(arrived).flip();
                return false;
            }
            return rests;
        } finally {
            loopBuffers = null;
        }
    }

    /** On the loop: the end has come, which the next thread that reads is to see. */
    void ended() {
        ended = true;
    }

    /** On the loop: reading failed, which the next thread that reads is to know. */
    void failed(IOException why) {
        ended = true;
        failure = Optional.of(why);
    }

    /** The next turn. */
    void resume() throws IOException {
        resting().resume();
    }

    private Resting resting() {
        Resting current = resting;
        if (current == null) {
            throw new IllegalStateException("the protocol does not rest");
        }
        return current;
    }

    @Override
    public boolean writeNow(ByteBuffer source) throws IOException {
        LoopBuffers buffers = loopBuffers;
        if (buffers == null) {
            throw new IllegalStateException("nothing has arrived for a protocol that rests");
        }
        return connection.writeNow(source, buffers);
    }

    @Override
    public void flush() throws IOException {
        connection.flush();
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
