package dev.myriarch.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out whether a pooler gives each transaction another server process. Locks and listening of
 * a session do not work behind one: they would seem to, and belong to strangers.
 */
public final class PoolerCheck {
    static final String ADVICE =
            "the database connection goes through a pooler in transaction mode, behind which LISTEN"
                    + " and session locks do not work; connect to the server directly or set the"
                    + " pooler to session mode (PgBouncer: pool_mode = session)";

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** A pooler that takes turns is caught as soon as one of these rounds hits it. */
    private static final int ROUNDS = 3;

    private PoolerCheck() {}

    /**
     * Opens two sessions for a moment.
     *
     * @return what is wrong and what to do; empty when sessions are sessions
     */
    public static Optional<String> problem(DatabaseUrl url) {
        Connections connections =
                Connections.strict(
                        url, "myriarchd pooler check", LIMIT, Connections.UNLIMITED, Map.of());
        try (DedicatedSession one = new DedicatedSession(connections.open());
                DedicatedSession two = new DedicatedSession(connections.open())) {
            int first = one.backendPid();
            for (int round = 0; round < ROUNDS; round++) {
                if (isShared(first, one, two)) {
                    return Optional.of(ADVICE);
                }
            }
            return Optional.empty();
        }
    }

    /** While the second session is in a transaction, a server process cannot serve the first. */
    private static boolean isShared(int first, DedicatedSession one, DedicatedSession two) {
        Connection connection = two.connection();
        try (Statement begin = connection.createStatement()) {
            begin.execute("BEGIN");
            boolean shared = two.backendPid() == first || one.backendPid() != first;
            begin.execute("ROLLBACK");
            return shared;
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }
}
