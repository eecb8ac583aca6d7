package dev.myriarch.db;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** A failed statement; SQLSTATE is read here and nowhere else. */
public final class DatabaseException extends RuntimeException {
    /** What a caller may branch on. */
    public enum Kind {
        UNIQUE,
        FOREIGN_KEY,
        CHECK,
        /** 40001 and 40P01: the whole transaction may be repeated. */
        SERIALIZATION,
        TIMEOUT,
        /** The connection is gone, none could be had, or the server takes no changes. */
        CONNECTION,
        /** The server has no disk space, memory or connection left. */
        RESOURCES,
        OTHER
    }

    private final Kind kind;
    private final Optional<String> constraint;

    public DatabaseException(Kind kind, String message, Throwable cause) {
        this(kind, Optional.empty(), message, cause);
    }

    private DatabaseException(
            Kind kind, Optional<String> constraint, String message, Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.constraint = constraint;
    }

    public static DatabaseException of(SQLException e) {
        Optional<String> constraint =
                e instanceof PSQLException postgres
                        ? Optional.ofNullable(postgres.getServerErrorMessage())
                                .map(ServerErrorMessage::getConstraint)
                        : Optional.empty();
        return new DatabaseException(
                endsSession(e) ? Kind.CONNECTION : kindOf(e.getSQLState()),
                constraint,
                String.valueOf(e.getMessage()),
                e);
    }

    /** Whatever the reason: the server says that it closes the connection. */
    private static boolean endsSession(SQLException e) {
        return e instanceof PSQLException postgres
                && Optional.ofNullable(postgres.getServerErrorMessage())
                        .map(ServerErrorMessage::getSeverity)
                        .filter(severity -> severity.equals("FATAL") || severity.equals("PANIC"))
                        .isPresent();
    }

    private static Kind kindOf(@Nullable String state) {
        if (state == null) {
            return Kind.OTHER;
        }
        return switch (state) {
            case "23505" -> Kind.UNIQUE;
            case "23503" -> Kind.FOREIGN_KEY;
            case "23514" -> Kind.CHECK;
            case "40001", "40P01" -> Kind.SERIALIZATION;
            case "57014", "55P03" -> Kind.TIMEOUT;
            case "57P01", "57P02", "57P03", "57P05", "25P03" -> Kind.CONNECTION;
            // After a failover the connection may lead to a standby: another one is needed.
            case "25006" -> Kind.CONNECTION;
            default -> kindOfClass(state);
        };
    }

    private static Kind kindOfClass(String state) {
        if (state.startsWith("08")) {
            return Kind.CONNECTION;
        }
        return state.startsWith("53") ? Kind.RESOURCES : Kind.OTHER;
    }

    /** Whether the server refused a value for one of its parameters (22023). */
    boolean refusesParameter() {
        return getCause() instanceof SQLException cause && "22023".equals(cause.getSQLState());
    }

    /** Whether a pooler refused the settings of the startup packet, as PgBouncer does. */
    boolean refusesStartupOptions() {
        return getCause() instanceof SQLException cause
                && "08P01".equals(cause.getSQLState())
                && String.valueOf(cause.getMessage()).contains("startup parameter");
    }

    public Kind kind() {
        return kind;
    }

    /** Name of the violated constraint, where the server told it. */
    public Optional<String> constraint() {
        return constraint;
    }
}
