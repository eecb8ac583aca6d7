package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.UpgradedConnection;
import dev.myriarch.testing.Await;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PingDeadlineTest {
    private static final Duration PONG = Duration.ofSeconds(20);
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final byte[] MASKED_PONG = {(byte) 0x8A, (byte) 0x80, 0, 0, 0, 0};

    @Test
    void bytesThatArriveWhileAPingIsPreparedDoNotKeepItsDeadlineAlive() {
        TimedConnection connection = new TimedConnection();
        RecordingHandler handler = new RecordingHandler();
        WebSocketSession session =
                new WebSocketSession(
                        connection,
                        WebSocketSession.Role.server(),
                        new WebSocketOptions(1 << 20, PONG, PONG, PONG, PONG),
                        handler);
        Thread reader = Thread.ofVirtual().start(session::run);
        try {
            Await.until("the session reads", WAIT, () -> connection.reads.get() == 1);
            connection.silence.run();
            Await.until("both pongs were read", WAIT, () -> connection.reads.get() == 3);
            assertThat(connection.deadline).isZero();
        } finally {
            connection.arrived.add(new byte[0]);
        }
        Await.until("the session has ended", WAIT, () -> !reader.isAlive());
    }

    /** Its peer sends a pong when a ping is prepared, and answers the ping. */
    private static final class TimedConnection implements UpgradedConnection {
        final AtomicInteger reads = new AtomicInteger();
        final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
        volatile Duration deadline = Duration.ZERO;
        volatile Runnable silence = () -> {};

        /** Nothing at all stands for the end. */
        @Override
        public int read(ByteBuffer target) {
            reads.incrementAndGet();
            try {
                byte[] bytes = arrived.take();
                target.put(bytes);
                return bytes.length == 0 ? -1 : bytes.length;
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }

        @Override
        public void write(ByteBuffer... sources) {
            arrived.add(MASKED_PONG);
        }

        @Override
        public void readDeadline(Duration limit) {
            if (limit.equals(PONG)) {
                int before = reads.get();
                arrived.add(MASKED_PONG);
                Await.until("the early bytes were read", WAIT, () -> reads.get() > before);
            }
            deadline = limit;
        }

        @Override
        public void onSilence(Duration limit, Runnable action) {
            silence = action;
        }

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
}
