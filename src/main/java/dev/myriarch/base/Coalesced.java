package dev.myriarch.base;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Something expensive that many ask for at once. At most one computation runs; whoever asks while
 * it runs shares the next one with all others who wait, so that a result is never older than the
 * question. Thread-safe.
 */
public final class Coalesced<T> implements Supplier<T> {
    private final Supplier<T> source;
    private final Semaphore running = new Semaphore(1);
    private final AtomicReference<Optional<CompletableFuture<T>>> next =
            new AtomicReference<>(Optional.empty());

    public Coalesced(Supplier<T> source) {
        this.source = source;
    }

    /**
     * @throws RuntimeException what the computation threw, for all who share it
     */
    @Override
    public T get() {
        CompletableFuture<T> mine = new CompletableFuture<>();
        Optional<CompletableFuture<T>> shared =
                next.getAndUpdate(current -> current.isPresent() ? current : Optional.of(mine));
        if (shared.isPresent()) {
            return join(shared.get());
        }
        running.acquireUninterruptibly();
        try {
            // From here on a question belongs to the computation after this one.
            next.set(Optional.empty());
            mine.complete(source.get());
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
        } finally {
            running.release();
        }
        return join(mine);
    }

    private static <T> T join(CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
