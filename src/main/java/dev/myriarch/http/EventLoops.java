package dev.myriarch.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The event loops of a server or client; connections are dealt out to them. Thread-safe. */
final class EventLoops {
    private static final Duration END = Duration.ofSeconds(5);

    private final String name;
    private final int count;
    private final AtomicInteger dealt = new AtomicInteger();
    private volatile List<EventLoop> loops = List.of();

    /**
     * @param count one is the cheapest: the more connections a loop has, the more of them are ready
     *     whenever it looks
     */
    EventLoops(String name, int count) {
        this.name = name;
        this.count = count;
    }

    /** Once. */
    void start() {
        List<EventLoop> started = new ArrayList<>();
        try {
            for (int i = 1; i <= count; i++) {
                started.add(EventLoop.start(name + "-" + i));
            }
        } catch (IOException failure) {
            started.forEach(loop -> loop.end(END));
            throw new UncheckedIOException("cannot start an event loop", failure);
        }
        loops = List.copyOf(started);
    }

    /**
     * The next one in turn.
     *
     * @throws IOException when there is none, because the server was not started
     */
    EventLoop next() throws IOException {
        List<EventLoop> all = loops;
        if (all.isEmpty()) {
            throw new IOException("the server was not started");
        }
        return all.get(Math.floorMod(dealt.getAndIncrement(), all.size()));
    }

    /** How many sockets they watch. */
    int watched() {
        return loops.stream().mapToInt(EventLoop::watched).sum();
    }

    /** Drops what they still watch. */
    void end() {
        loops.forEach(loop -> loop.end(END));
    }
}
