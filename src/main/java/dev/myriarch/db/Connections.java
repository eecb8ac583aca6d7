package dev.myriarch.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Opens physical connections. Immutable. */
final class Connections {
    /** Time beyond the statement timeout after which a silent server counts as lost. */
    private static final Duration NETWORK_GRACE = Duration.ofSeconds(10);

    /** The driver reads zero as unlimited. */
    static final Duration UNLIMITED = Duration.ZERO;

    private final DatabaseUrl url;
    private final String applicationName;
    private final Duration connectTimeout;
    private final Duration statementTimeout;
    private final Duration networkGrace;
    private final Map<String, String> serverParameters;

    /** Settings of the session, in milliseconds; zero means no limit. */
    private final Map<String, Duration> sessionLimits;

    /**
     * Connections for statements and transactions.
     *
     * @param connectTimeout bound of the TCP connection and of each answer of the login
     * @param statementTimeout set for the session; {@link #UNLIMITED} for none
     */
    Connections(
            DatabaseUrl url,
            String applicationName,
            Duration connectTimeout,
            Duration statementTimeout) {
        this(
                url,
                applicationName,
                connectTimeout,
                statementTimeout,
                NETWORK_GRACE,
                Map.of(),
                Map.of(
                        "statement_timeout",
                        statementTimeout,
                        // A client that is stopped, or lost without a word, in the middle of a
                        // transaction must not keep its locks for longer than others wait for them.
                        "idle_in_transaction_session_timeout",
                        statementTimeout.dividedBy(2)));
    }

    private Connections(
            DatabaseUrl url,
            String applicationName,
            Duration connectTimeout,
            Duration statementTimeout,
            Duration networkGrace,
            Map<String, String> serverParameters,
            Map<String, Duration> sessionLimits) {
        this.url = url;
        this.applicationName = applicationName;
        this.connectTimeout = connectTimeout;
        this.statementTimeout = statementTimeout;
        this.networkGrace = networkGrace;
        this.serverParameters = Map.copyOf(serverParameters);
        this.sessionLimits = new TreeMap<>(sessionLimits);
    }

    /**
     * Connections whose every answer must come within {@code answerTimeout}, without grace.
     *
     * @param idleTimeout after which the server ends a session that asks nothing; {@link
     *     #UNLIMITED} for never
     * @param serverParameters sent in the startup packet; names and values have no white space
     */
    static Connections strict(
            DatabaseUrl url,
            String applicationName,
            Duration answerTimeout,
            Duration idleTimeout,
            Map<String, String> serverParameters) {
        return new Connections(
                url,
                applicationName,
                answerTimeout,
                answerTimeout,
                Duration.ZERO,
                serverParameters,
                Map.of("statement_timeout", answerTimeout, "idle_session_timeout", idleTimeout));
    }

    DatabaseUrl url() {
        return url;
    }

    /** A connection in auto-commit mode; the caller closes it. */
    Connection open() {
        try {
            Connection connection = DriverManager.getConnection(url.jdbcUrl(), properties());
            prepare(connection);
            return connection;
        } catch (SQLException e) {
            DatabaseException known = DatabaseException.of(e);
            throw new DatabaseException(
                    DatabaseException.Kind.CONNECTION,
                    "cannot connect to %s: %s".formatted(url, known.getMessage()),
                    e);
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put("ApplicationName", applicationName);
        String seconds = Long.toString(Math.max(1, connectTimeout.toSeconds()));
        properties.put("connectTimeout", seconds);
        properties.put("socketTimeout", seconds);
        properties.put("tcpKeepAlive", "true");
        // A server-side plan from the fifth use of a statement on a connection.
        properties.put("prepareThreshold", "5");
        properties.put("preparedStatementCacheQueries", "256");
        // The detail of a violation repeats stored values; they belong in no log.
        properties.put("logServerErrorDetail", "false");
        if (!serverParameters.isEmpty()) {
            properties.put("options", startupOptions());
        }
        properties.putAll(url.parameters());
        properties.put("user", url.user());
        properties.put("password", url.password().reveal());
        return properties;
    }

    private String startupOptions() {
        return new TreeMap<>(serverParameters)
                .entrySet().stream()
                        .map(entry -> "-c " + entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }

    private void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    sessionLimits.entrySet().stream()
                            .map(limit ->
                                    "SET %s = %d"
                                            .formatted(limit.getKey(), limit.getValue().toMillis()))
                            .collect(Collectors.joining("; ")));
            long network =
                    statementTimeout.isZero() ? 0 : statementTimeout.plus(networkGrace).toMillis();
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(network));
        } catch (SQLException e) {
            try {
                connection.close();
            } catch (SQLException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }
}
