package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
    /** Delivers what is queued although it was woken, as Linux does after SHUT_RD. */
    private static final class QueueingTransport implements Transport {
        private boolean woken;
        private boolean killed;

        @Override
        public int read(byte[] target, int offset, int length) {
            byte[] queued = "GET".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(queued, 0, target, offset, queued.length);
            return queued.length;
        }

        @Override
        public void write(byte[] source, int offset, int length) {}

        @Override
        public void join(EventLoop loop, LoopGuest guest) {}

        @Override
        public void rest() {}

        @Override
        public boolean hasInput() {
            return false;
        }

        @Override
        public int readNow(ByteBuffer target, LoopBuffers buffers) {
            target.put("GET".getBytes(StandardCharsets.US_ASCII));
            return target.position();
        }

        @Override
        public boolean writeNow(ByteBuffer source, LoopBuffers buffers) {
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public void shutdownOutput() {}

        @Override
        public void wake() {
            woken = true;
        }

        @Override
        public void kill() {
            killed = true;
        }

        @Override
        public void close() {}

        @Override
        public boolean secure() {
            return false;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return new InetSocketAddress(1);
        }

        @Override
        public InetSocketAddress localAddress() {
            return new InetSocketAddress(2);
        }
    }

    private final QueueingTransport transport = new QueueingTransport();
    private final HttpConnection connection = new HttpConnection(transport);

    private static long later(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    @Test
    void anExpiredConnectionDeliversNothingThoughBytesAreQueued() throws IOException {
        byte[] target = new byte[10];
        connection.readDeadline(Duration.ofSeconds(10));
        connection.checkDeadlines(later(Duration.ofSeconds(9)));
        assertThat(connection.read(target, 0, 10)).isEqualTo(3);
        connection.checkDeadlines(later(Duration.ofSeconds(11)));
        assertThat(transport.woken).isTrue();
        assertThat(connection.expired()).isTrue();
        assertThat(connection.read(target, 0, 10)).isEqualTo(-1);
        connection.readDeadline(Duration.ZERO);
        assertThat(connection.expired()).isTrue();
    }

    @Test
    void aWriteThatExpiresKillsTheConnection() {
        connection.writeDeadline(Duration.ofSeconds(10));
        connection.checkDeadlines(later(Duration.ofSeconds(9)));
        assertThat(transport.killed).isFalse();
        connection.checkDeadlines(later(Duration.ofSeconds(11)));
        assertThat(transport.killed).isTrue();
        assertThat(connection.broken()).isTrue();
    }

    @Test
    void aDeadlineOfZeroNeverComes() {
        connection.readDeadline(Duration.ofSeconds(1));
        connection.readDeadline(Duration.ZERO);
        connection.writeDeadline(Duration.ZERO);
        connection.checkDeadlines(later(Duration.ofDays(1)));
        assertThat(connection.expired()).isFalse();
    }

    @Test
    void silenceIsToldOnceAndEndsNothing() {
        int[] told = new int[1];
        connection.silence(Duration.ofSeconds(1), () -> told[0]++);
        connection.checkDeadlines(later(Duration.ofSeconds(2)));
        connection.checkDeadlines(later(Duration.ofSeconds(4)));
        assertThat(told[0]).isEqualTo(1);
        assertThat(connection.expired()).isFalse();
    }
}
