package dev.myriarch.websocket;

import dev.myriarch.http.Resting;
import dev.myriarch.http.UpgradedConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A connection whose peer sends given pieces and then ends; plays the event loop itself. */
final class PlayedConnection implements UpgradedConnection {
    private final Iterator<byte[]> pieces;
    private final boolean mayRest;
    private final Random random;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private ByteBuffer buffered = ByteBuffer.allocate(0);
    private @Nullable Resting resting;
    private boolean ended;
    private int rests;

    /**
     * @param mayRest whether there is a loop
     * @param random decides how much the peer accepts at once
     */
    PlayedConnection(List<byte[]> pieces, boolean mayRest, Random random) {
        this.pieces = pieces.iterator();
        this.mayRest = mayRest;
        this.random = random;
    }

    /** Runs the session to its end, as {@code UpgradedTurns} does. */
    void play(WebSocketSession session) throws IOException {
        session.run();
        while (resting != null) {
            Resting next = resting;
            resting = null;
            rests++;
            if (!pieces.hasNext()) {
                ended = true;
                next.resume();
            } else {
                arrive(next, ByteBuffer.wrap(pieces.next()));
            }
        }
    }

    private void arrive(Resting protocol, ByteBuffer arrived) throws IOException {
        boolean rests = protocol.arrived(arrived, ByteBuffer.allocate(64 + random.nextInt(1000)));
        buffered = arrived;
        if (rests && !arrived.hasRemaining()) {
            resting = protocol;
        } else {
            protocol.resume();
        }
    }

    byte[] written() {
        if (kept.size() > 0) {
            throw new AssertionError("an answer was not flushed");
        }
        return written.toByteArray();
    }

    int rests() {
        return rests;
    }

    @Override
    public int read(ByteBuffer target) {
        if (!buffered.hasRemaining()) {
            if (!pieces.hasNext()) {
                return -1;
            }
            buffered = ByteBuffer.wrap(pieces.next());
        }
        int count = Math.min(target.remaining(), buffered.remaining());
        target.put(buffered.slice().limit(count));
        buffered.position(buffered.position() + count);
        return count;
    }

    @Override
    public boolean rest(Resting next) {
        if (!mayRest || ended || buffered.hasRemaining()) {
            return false;
        }
        resting = next;
        return true;
    }

    @Override
    public void write(ByteBuffer... sources) {
        flush();
        for (ByteBuffer source : sources) {
            put(source, source.remaining(), written);
        }
    }

    @Override
    public boolean writeNow(ByteBuffer source) {
        int accepted = source.remaining();
        if (kept.size() > 0) {
            accepted = 0;
        } else if (random.nextInt(4) == 0) {
            accepted = random.nextInt(source.remaining());
        }
        put(source, accepted, written);
        put(source, source.remaining(), kept);
        return kept.size() == 0;
    }

    private static void put(ByteBuffer source, int count, ByteArrayOutputStream target) {
        byte[] bytes = new byte[count];
        source.get(bytes);
        target.writeBytes(bytes);
    }

    @Override
    public void flush() {
        written.writeBytes(kept.toByteArray());
        kept.reset();
    }

    @Override
    public void readDeadline(Duration limit) {}

    @Override
    public void onSilence(Duration limit, Runnable action) {}

    @Override
    public void writeDeadline(Duration limit) {}

    @Override
    public boolean expired() {
        return false;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return InetSocketAddress.createUnresolved("peer", 1);
    }

    @Override
    public boolean stopping() {
        return false;
    }

    @Override
    public void onStopping(Runnable action) {}

    @Override
    public void abort() {}
}
