package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventLoopServerTest {
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final EventLoops loops = new EventLoops("loop-under-test", 1);
    private final ServerSocketChannel listener = listener();

    private static ServerSocketChannel listener() {
        try {
            return ServerSocketChannel.open()
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    @BeforeEach
    void start() {
        loops.start();
    }

    @AfterEach
    void end() throws IOException {
        loops.end();
        listener.close();
    }

    /** Both ends of a connection, of which ours is watched by the loop. */
    private final class Pair implements LoopGuest, AutoCloseable {
        final SocketChannel peer = SocketChannel.open(listener.getLocalAddress());
        final SocketTransport ours = new SocketTransport(listener.accept(), 1 << 14);
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        volatile Runnable onArrival = () -> {};

        Pair() throws IOException {
            ours.join(loops.next(), this);
        }

        @Override
        public boolean arrived(LoopBuffers buffers) {
            onArrival.run();
            try {
                int count = ours.readNow(buffers.arrived().clear(), buffers);
                events.add("arrived " + count);
                return count > 0;
            } catch (IOException failure) {
                events.add("failed");
                return false;
            }
        }

        @Override
        public void handOver() {
            events.add("handed over");
        }

        @Override
        public void drop() {
            events.add("dropped");
            ours.kill();
        }

        String event() throws InterruptedException {
            return String.valueOf(events.poll(60, TimeUnit.SECONDS));
        }

        void send(int bytes) throws IOException {
            peer.write(ByteBuffer.allocate(bytes));
        }

        @Override
        public void close() throws IOException {
            ours.close();
            peer.close();
        }
    }

    @Test
    void theLoopReadsUntilAThreadHasToGoOn() throws Exception {
        try (Pair pair = new Pair()) {
            pair.send(3);
            byte[] target = new byte[10];
            assertThat(pair.ours.read(target, 0, 10)).isEqualTo(3);
            pair.ours.rest();
            pair.send(4);
            assertThat(pair.event()).isEqualTo("arrived 4");
            pair.send(5);
            assertThat(pair.event()).isEqualTo("arrived 5");
            pair.peer.shutdownOutput();
            assertThat(pair.event()).isEqualTo("arrived -1");
            assertThat(pair.event()).isEqualTo("handed over");
            assertThat(pair.ours.read(target, 0, 10)).isEqualTo(-1);
            assertThat(pair.events).isEmpty();
        }
    }

    @Test
    void aThreadThatReadsWaitsForTheLoop() throws Exception {
        try (Pair pair = new Pair()) {
            byte[] target = new byte[10];
            for (int i = 1; i < 10; i++) {
                int count = i;
                Thread reader =
                        Thread.ofVirtual()
                                .start(() -> pair.events.add("read " + read(pair, target)));
                Await.until("it waits", WAIT, () -> reader.getState() == Thread.State.WAITING);
                pair.send(count);
                assertThat(pair.event()).isEqualTo("read " + count);
            }
        }
    }

    private static int read(Pair pair, byte[] target) {
        try {
            return pair.ours.read(target, 0, target.length);
        } catch (IOException failure) {
            return -2;
        }
    }

    @Test
    void waitsEndWhenTheConnectionDoes() throws Exception {
        byte[] target = new byte[10];
        try (Pair woken = new Pair();
                Pair killed = new Pair()) {
            for (Pair pair : new Pair[] {woken, killed}) {
                Thread reader =
                        Thread.ofVirtual()
                                .start(() -> pair.events.add("read " + read(pair, target)));
                Await.until("it waits", WAIT, () -> reader.getState() == Thread.State.WAITING);
            }
            woken.ours.wake();
            assertThat(woken.event()).isEqualTo("read -1");
            killed.ours.kill();
            assertThat(killed.event()).isIn("read -1", "read -2");
        }
    }

    @Test
    void aWriteWaitsUntilThePeerReads() throws Exception {
        try (Pair pair = new Pair()) {
            int size = 32 << 20;
            Thread writer =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    pair.ours.write(new byte[size], 0, size);
                                    pair.events.add("written");
                                } catch (IOException failure) {
                                    pair.events.add("failed");
                                }
                            });
            Await.until("it waits", WAIT, () -> writer.getState() == Thread.State.WAITING);
            ByteBuffer target = ByteBuffer.allocate(1 << 20);
            int read = 0;
            while (read < size) {
                read += pair.peer.read(target.clear());
            }
            assertThat(pair.event()).isEqualTo("written");
        }
    }

    @Test
    void aConnectionThatFailsOrWantsToWaitEndsAloneAndTheLoopGoesOn() throws Exception {
        try (Pair failing = new Pair();
                Pair waiting = new Pair();
                Pair other = new Pair()) {
            failing.onArrival =
                    () -> {
                        throw new StackOverflowError("as asked");
                    };
            waiting.onArrival =
                    () -> {
                        byte[] target = new byte[10];
                        while (read(waiting, target) > 0) {
                            // Goes on until it would have to wait.
                        }
                    };
            for (Pair pair : new Pair[] {failing, waiting}) {
                pair.ours.rest();
                pair.send(1);
                assertThat(pair.event()).isEqualTo("dropped");
                assertThat(pair.event()).isEqualTo("handed over");
            }
            other.ours.rest();
            other.send(7);
            assertThat(other.event()).isEqualTo("arrived 7");
        }
    }

    @Test
    void whatIsClosedIsHandedOverAndNotWatchedAnyMore() throws Exception {
        try (Pair woken = new Pair();
                Pair killed = new Pair()) {
            woken.ours.rest();
            killed.ours.rest();
            assertThat(loops.watched()).isEqualTo(2);
            killed.ours.kill();
            assertThat(killed.event()).isEqualTo("handed over");
            Await.until("one is watched", WAIT, () -> loops.watched() == 1);
            woken.ours.wake();
            assertThat(woken.event()).isIn("handed over", "arrived -1");
            woken.ours.close();
            Await.until("none is watched", WAIT, () -> loops.watched() == 0);
        }
    }

    @Test
    void whoRestsAfterTheLoopHasEndedIsHandedOverAllTheSame() throws Exception {
        try (Pair pair = new Pair()) {
            loops.end();
            assertThat(pair.event()).isEqualTo("dropped");
            pair.ours.rest();
            assertThat(pair.event()).isEqualTo("handed over");
        }
    }

    @Test
    void anEndDropsWhatIsWatchedAndTakesNothingMore() throws Exception {
        try (Pair resting = new Pair();
                Pair reading = new Pair()) {
            byte[] target = new byte[10];
            resting.ours.rest();
            Thread reader =
                    Thread.ofVirtual()
                            .start(() -> reading.events.add("read " + read(reading, target)));
            Await.until("it waits", WAIT, () -> reader.getState() == Thread.State.WAITING);
            loops.end();
            assertThat(resting.event()).isEqualTo("dropped");
            assertThat(resting.event()).isEqualTo("handed over");
            assertThat(reading.event()).isEqualTo("dropped");
            assertThat(reading.event()).isIn("read -1", "read -2");
            assertThatThrownBy(() -> resting.peer.read(ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class);
            assertThat(loops.watched()).isZero();
            assertThatThrownBy(Pair::new).isInstanceOf(IOException.class);
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("loop-under-test"));
        }
    }
}
