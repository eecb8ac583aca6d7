package dev.myriarch.db;

import dev.myriarch.metrics.MetricRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The database behind a bounded pool. Thread-safe.
 *
 * <p>Inside the body of a transaction only the {@link Jdbc} of the transaction may be used; another
 * statement would need a second connection and could wait for its own transaction.
 */
public final class PooledDatabase implements Database, AutoCloseable {
    private static final Logger LOG = System.getLogger(PooledDatabase.class.getName());
    private static final int ATTEMPTS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);

    private final ConnectionPool pool;
    private final DatabaseUrl url;
    private final ScopedValue<Boolean> transaction = ScopedValue.newInstance();

    /**
     * Inherited, as work may share itself out to threads that it starts. Of this database: others
     * have other leaders.
     */
    @SuppressWarnings("ThreadLocalUsage")
    private final InheritableThreadLocal<Optional<Fence>> fence =
            new InheritableThreadLocal<>() {
                @Override
                protected Optional<Fence> initialValue() {
                    return Optional.empty();
                }
            };

    /** Opens no connection yet: the first statement does. */
    public PooledDatabase(DatabaseUrl url, PoolOptions options) {
        this.url = url;
        Connections connections =
                new Connections(
                        url,
                        options.applicationName(),
                        options.acquireTimeout(),
                        options.statementTimeout());
        this.pool = new ConnectionPool(connections, options);
    }

    public DatabaseUrl url() {
        return url;
    }

    /**
     * Runs {@code returned} whenever a connection is opened after one was lost or could not be, on
     * the thread that opens it; it must return quickly.
     */
    public void onReturn(Runnable returned) {
        pool.onReturn(returned);
    }

    /** Connections to the server, idle ones included. */
    public int openConnections() {
        return pool.open();
    }

    /** Connections in the hands of a statement or transaction; zero when all is quiet. */
    public int connectionsInUse() {
        return pool.inUse();
    }

    /** Threads that wait for a connection. */
    public int waitingThreads() {
        return pool.waiting();
    }

    /** Registers the gauges of the pool; once per registry. */
    public void register(MetricRegistry metrics) {
        metrics.gauge(
                "myriarch_db_connections_open",
                "Connections to the database, idle ones included.",
                this::openConnections);
        metrics.gauge(
                "myriarch_db_connections_in_use",
                "Database connections that run a statement or transaction.",
                this::connectionsInUse);
        metrics.gauge(
                "myriarch_db_waiting",
                "Threads that wait for a database connection.",
                this::waitingThreads);
    }

    @Override
    public <T> List<T> list(String sql, Binder binder, RowMapper<T> mapper) {
        return statement(jdbc -> jdbc.list(sql, binder, mapper));
    }

    @Override
    public <T> Optional<T> one(String sql, Binder binder, RowMapper<T> mapper) {
        return statement(jdbc -> jdbc.one(sql, binder, mapper));
    }

    @Override
    public int update(String sql, Binder binder) {
        return statement(jdbc -> jdbc.update(sql, binder));
    }

    @Override
    public int[] batch(String sql, List<Binder> binders) {
        return statement(jdbc -> jdbc.batch(sql, binders));
    }

    /** Behind a fence a single statement needs a transaction, in which the fence can be asked. */
    private <T> T statement(Function<Jdbc, T> work) {
        return fence.get().isEmpty()
                ? withConnection(connection -> work.apply(new JdbcRunner(connection)))
                : withConnection(connection -> transact(connection, work));
    }

    @Override
    public boolean isFenced() {
        return fence.get().isPresent();
    }

    /** Work that may be interrupted. */
    @FunctionalInterface
    public interface FencedWork {
        void run() throws InterruptedException;
    }

    /**
     * Runs {@code work} so that {@code allowed} is asked before each commit of this thread, and of
     * the threads that the work starts.
     */
    public void fenced(Fence allowed, FencedWork work) throws InterruptedException {
        Optional<Fence> before = fence.get();
        fence.set(Optional.of(allowed));
        try {
            work.run();
        } finally {
            before.ifPresentOrElse(outer -> fence.set(Optional.of(outer)), fence::remove);
        }
    }

    @Override
    public <T> T inTransaction(Function<Jdbc, T> body) {
        for (int attempt = 1; ; attempt++) {
            try {
                return withConnection(connection -> transact(connection, body));
            } catch (DatabaseException e) {
                if (e.kind() != DatabaseException.Kind.SERIALIZATION || attempt == ATTEMPTS) {
                    throw e;
                }
                LOG.log(Level.DEBUG, "transaction repeats after attempt {0}", attempt);
                pause(attempt);
            }
        }
    }

    private <T> T transact(Connection connection, Function<Jdbc, T> body) {
        JdbcRunner runner = new JdbcRunner(connection);
        try {
            connection.setAutoCommit(false);
            T result = ScopedValue.where(transaction, true).call(() -> body.apply(runner));
            DatabaseException hidden = runner.failure().orElse(null);
            if (hidden != null) {
                throw hidden;
            }
            fence.get().ifPresent(allowed -> allowed.verify(runner));
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException e) {
            DatabaseException failure = DatabaseException.of(e);
            rollBack(connection, failure);
            throw failure;
        } catch (RuntimeException | Error e) {
            rollBack(connection, e);
            throw e;
        } finally {
            runner.end();
        }
    }

    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException suppressed) {
            failure.addSuppressed(suppressed);
        }
    }

    /** Twice as long each time, between half and all of it, so that rivals part. */
    private static void pause(int attempt) {
        long most = FIRST_PAUSE.toNanos() << attempt;
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most / 2, most));
    }

    private <T> T withConnection(Function<Connection, T> work) {
        if (transaction.isBound()) {
            throw new IllegalStateException(
                    "inside a transaction only its own Jdbc may be used, not the database");
        }
        ConnectionPool.Lease lease = pool.acquire();
        boolean healthy = false;
        try {
            T result = work.apply(lease.connection());
            healthy = true;
            return result;
        } catch (RuntimeException e) {
            healthy = isHealthy(lease.connection(), e);
            throw e;
        } finally {
            pool.release(lease, !healthy);
        }
    }

    private static boolean isHealthy(Connection connection, RuntimeException failure) {
        if (failure instanceof DatabaseException known
                && known.kind() == DatabaseException.Kind.CONNECTION) {
            return false;
        }
        try {
            return !connection.isClosed() && connection.getAutoCommit();
        } catch (SQLException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /** Connections in use are closed when their statement or transaction ends. */
    @Override
    public void close() {
        pool.close();
    }
}
