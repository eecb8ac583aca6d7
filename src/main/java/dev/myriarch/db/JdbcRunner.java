package dev.myriarch.db;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs statements on one connection. Confined to the thread that borrowed the connection. */
final class JdbcRunner implements Jdbc {
    private final Connection connection;
    private volatile boolean ended;
    private @Nullable DatabaseException failure;

    JdbcRunner(Connection connection) {
        this.connection = connection;
    }

    /** Whoever kept this runner beyond its transaction gets an error from now on. */
    void end() {
        ended = true;
    }

    /**
     * The first failed statement. A transaction with one is lost even if the body caught it: the
     * server would answer its commit with a rollback and no error.
     */
    Optional<DatabaseException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public <T> List<T> list(String sql, Binder binder, RowMapper<T> mapper) {
        try (PreparedStatement statement = prepare(sql)) {
            binder.bind(new Parameters(statement));
            try (ResultSet result = statement.executeQuery()) {
                Row row = new Row(result);
                List<T> rows = new ArrayList<>();
                while (result.next()) {
                    rows.add(mapper.map(row));
                }
                return rows;
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> Optional<T> one(String sql, Binder binder, RowMapper<T> mapper) {
        try (PreparedStatement statement = prepare(sql)) {
            binder.bind(new Parameters(statement));
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next()) {
                    return Optional.empty();
                }
                T value = mapper.map(new Row(result));
                if (result.next()) {
                    throw new SQLException("the statement gave more than one row", "21000");
                }
                return Optional.of(value);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int update(String sql, Binder binder) {
        try (PreparedStatement statement = prepare(sql)) {
            binder.bind(new Parameters(statement));
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int[] batch(String sql, List<Binder> binders) {
        if (binders.isEmpty()) {
            return new int[0];
        }
        try (PreparedStatement statement = prepare(sql)) {
            for (Binder binder : binders) {
                binder.bind(new Parameters(statement));
                statement.addBatch();
            }
            return statement.executeBatch();
        } catch (BatchUpdateException e) {
            // The server's own error, with the constraint, is the chained one.
            SQLException first = e.getNextException();
            throw failed(first == null ? e : first);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private DatabaseException failed(SQLException e) {
        DatabaseException known = DatabaseException.of(e);
        if (failure == null) {
            failure = known;
        }
        return known;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        if (ended) {
            throw new IllegalStateException(
                    "the transaction has ended: use its Jdbc only inside its body");
        }
        return connection.prepareStatement(sql);
    }
}
