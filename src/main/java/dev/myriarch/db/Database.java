package dev.myriarch.db;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The database as stores see it. Thread-safe. */
public interface Database extends Jdbc {
    /**
     * Runs {@code body} in one transaction and commits it; an exception rolls back and passes on.
     * Serialization failures and deadlocks repeat the whole body a bounded number of times, so it
     * must have no other effect than its statements.
     */
    <T> T inTransaction(Function<Jdbc, T> body);

    /**
     * Runs these in order, all or none of them, and returns the hits of each. Returns after the
     * commit. Writes of several callers may share a transaction; a failure of one is not one of the
     * others.
     *
     * @param about what is written about, such as an agent: what is written about one takes effect
     *     in the order of the calls
     */
    default int[] write(UUID about, List<Write> writes) {
        if (writes.size() == 1) {
            return new int[] {update(writes.getFirst().sql(), writes.getFirst().binder())};
        }
        return inTransaction(jdbc ->
                writes.stream()
                        .mapToInt(write -> jdbc.update(write.sql(), write.binder()))
                        .toArray());
    }

    /** Whether this thread has to prove before each commit that it may still write. */
    default boolean isFenced() {
        return false;
    }
}
