package dev.myriarch.http;

import java.io.IOException;
import java.time.Duration;

/**
 * Time that a peer may keep a reader of its body waiting. Each wait uses it up and each byte earns
 * some back, never above the start: silence and dribbling end, a slow but steady upload does not,
 * and the time that the handler takes for itself does not count.
 */
final class BodyBudget implements ByteSource {
    private final HttpConnection connection;
    private final long fullNanos;
    private final long nanosPerByte;
    private long leftNanos;

    BodyBudget(HttpConnection connection, HttpLimits.Body limits) {
        this.connection = connection;
        fullNanos = limits.readTimeout().toNanos();
        nanosPerByte = Duration.ofSeconds(1).toNanos() / limits.minBytesPerSecond();
        leftNanos = fullNanos;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        long start = System.nanoTime();
        connection.readDeadline(Duration.ofNanos(Math.max(1, leftNanos)));
        int count = connection.read(target, offset, length);
        connection.readDeadline(Duration.ZERO);
        if (connection.expired()) {
            throw new RequestFailure(408, "the body came too slowly");
        }
        long waited = System.nanoTime() - start;
        leftNanos = Math.min(fullNanos, leftNanos - waited + count * nanosPerByte);
        return count;
    }
}
