package dev.myriarch.db;

import java.util.List;
import java.util.Optional;

/**
 * Statements against PostgreSQL, each on a connection of the pool or on the one of the running
 * transaction. Every failure is a {@link DatabaseException} with its kind.
 */
public interface Jdbc {
    /** All rows in the order of the statement. */
    <T> List<T> list(String sql, Binder binder, RowMapper<T> mapper);

    /** The only row, or empty; more than one row is an error of the statement. */
    <T> Optional<T> one(String sql, Binder binder, RowMapper<T> mapper);

    /** Runs an insert, update or delete and returns how many rows it hit; the caller must look. */
    int update(String sql, Binder binder);

    /** Runs one statement for many parameter sets in one round trip; returns the hits of each. */
    int[] batch(String sql, List<Binder> binders);

    /** Sets the parameters of a statement, in the order of its question marks. */
    @FunctionalInterface
    interface Binder {
        Binder NONE = _ -> {};

        void bind(Parameters parameters);
    }

    /** Reads one row. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(Row row);
    }
}
