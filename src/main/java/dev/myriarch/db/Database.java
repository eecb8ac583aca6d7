package dev.myriarch.db;

import java.util.function.Function;

/** The database as stores see it. Thread-safe. */
public interface Database extends Jdbc {
    /**
     * Runs {@code body} in one transaction and commits it; an exception rolls back and passes on.
     * Serialization failures and deadlocks repeat the whole body a bounded number of times, so it
     * must have no other effect than its statements.
     */
    <T> T inTransaction(Function<Jdbc, T> body);
}
