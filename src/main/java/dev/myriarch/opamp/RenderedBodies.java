package dev.myriarch.opamp;

import dev.myriarch.assignment.RenderedConfigs;
import dev.myriarch.domain.ConfigHash;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the configurations that were offered last: a change goes to many agents at once, and most
 * of them share one. A hash names its content, so nothing that is kept can be out of date.
 * Thread-safe and bounded.
 */
final class RenderedBodies implements RenderedConfigs {
    private static final int MOST_BYTES = 4 << 20;

    private final RenderedConfigs stored;
    private final Map<ConfigHash, CompletableFuture<Optional<byte[]>>> reading =
            new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** The one that was used last is the last one. */
    private final Map<ConfigHash, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);

    private int bytes;

    RenderedBodies(RenderedConfigs stored) {
        this.stored = stored;
    }

    @Override
    public Optional<byte[]> find(ConfigHash hash) {
        Optional<byte[]> known = known(hash);
        if (known.isPresent()) {
            return known;
        }
        CompletableFuture<Optional<byte[]>> own = new CompletableFuture<>();
        CompletableFuture<Optional<byte[]>> other = reading.putIfAbsent(hash, own);
        return other == null ? read(hash, own) : await(hash, other);
    }

    private Optional<byte[]> read(ConfigHash hash, CompletableFuture<Optional<byte[]>> own) {
        try {
            Optional<byte[]> body = stored.find(hash);
            body.ifPresent(found -> keep(hash, found));
            own.complete(body);
            return body;
        } finally {
            reading.remove(hash, own);
            // Whoever waits for a read that failed reads for itself.
            own.cancel(false);
        }
    }

    private Optional<byte[]> await(ConfigHash hash, CompletableFuture<Optional<byte[]>> other) {
        try {
            return other.join();
        } catch (CancellationException failed) {
            return stored.find(hash);
        }
    }

    private Optional<byte[]> known(ConfigHash hash) {
        lock.lock();
        try {
            return Optional.ofNullable(kept.get(hash));
        } finally {
            lock.unlock();
        }
    }

    private void keep(ConfigHash hash, byte[] body) {
        lock.lock();
        try {
            if (kept.put(hash, body) == null) {
                bytes += body.length;
            }
            Iterator<byte[]> oldest = kept.values().iterator();
            while (bytes > MOST_BYTES && oldest.hasNext()) {
                bytes -= oldest.next().length;
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }
}
