package dev.myriarch.testing;

import dev.myriarch.db.Database;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.Jdbc;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A real database that notes what it is asked, that can be out of reach, and that others can change
 * in between. Thread-safe.
 *
 * <p>The begin of a transaction is noted as the statement {@code BEGIN}, so that no access is
 * overlooked; a batch is one statement.
 */
public final class WatchedDatabase implements Database {
    private static final String BEGIN = "BEGIN";

    private final Database real;
    private final Jdbc statements;
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private volatile Predicate<String> failing = _ -> false;
    private volatile Consumer<String> before = _ -> {};

    public WatchedDatabase(Database real) {
        this.real = real;
        this.statements = new Watched(real);
    }

    /** The text of everything that was asked since the last call, also what failed. */
    public List<String> takeStatements() {
        List<String> taken = new ArrayList<>();
        for (String sql = asked.poll(); sql != null; sql = asked.poll()) {
            taken.add(sql.strip());
        }
        return taken;
    }

    /** From now on every statement fails as without a connection, or none does. */
    public void setAway(boolean away) {
        setFailing(_ -> away);
    }

    /** From now on these statements, and no others, fail as without a connection. */
    public void setFailing(Predicate<String> statement) {
        failing = statement;
    }

    /**
     * From now on this runs before each statement, as another replica that comes first. It uses the
     * database that is not watched.
     */
    public void setBefore(Consumer<String> statement) {
        before = statement;
    }

    private void ask(String sql) {
        asked.add(sql);
        before.accept(sql);
        if (failing.test(sql)) {
            throw new DatabaseException(
                    DatabaseException.Kind.CONNECTION,
                    "the database is out of reach",
                    new SQLException("out of reach", "08006"));
        }
    }

    @Override
    public <T> List<T> list(String sql, Binder binder, RowMapper<T> mapper) {
        return statements.list(sql, binder, mapper);
    }

    @Override
    public <T> Optional<T> one(String sql, Binder binder, RowMapper<T> mapper) {
        return statements.one(sql, binder, mapper);
    }

    @Override
    public int update(String sql, Binder binder) {
        return statements.update(sql, binder);
    }

    @Override
    public int[] batch(String sql, List<Binder> binders) {
        return statements.batch(sql, binders);
    }

    @Override
    public <T> T inTransaction(Function<Jdbc, T> body) {
        ask(BEGIN);
        return real.inTransaction(jdbc -> body.apply(new Watched(jdbc)));
    }

    /** The statements of the database, or of one transaction. */
    private final class Watched implements Jdbc {
        private final Jdbc jdbc;

        Watched(Jdbc jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public <T> List<T> list(String sql, Binder binder, RowMapper<T> mapper) {
            ask(sql);
            return jdbc.list(sql, binder, mapper);
        }

        @Override
        public <T> Optional<T> one(String sql, Binder binder, RowMapper<T> mapper) {
            ask(sql);
            return jdbc.one(sql, binder, mapper);
        }

        @Override
        public int update(String sql, Binder binder) {
            ask(sql);
            return jdbc.update(sql, binder);
        }

        @Override
        public int[] batch(String sql, List<Binder> binders) {
            ask(sql);
            return jdbc.batch(sql, binders);
        }
    }
}
