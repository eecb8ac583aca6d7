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
        /** The connection is gone, or none could be had. */
        CONNECTION,
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
                kindOf(e.getSQLState()), constraint, String.valueOf(e.getMessage()), e);
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
            case "57P01", "57P02", "57P03" -> Kind.CONNECTION;
            default -> state.startsWith("08") ? Kind.CONNECTION : Kind.OTHER;
        };
    }

    /** Whether the server refused a value for one of its parameters (22023). */
    boolean refusesParameter() {
        return getCause() instanceof SQLException cause && "22023".equals(cause.getSQLState());
    }

    public Kind kind() {
        return kind;
    }

    /** Name of the violated constraint, where the server told it. */
    public Optional<String> constraint() {
        return constraint;
    }
}
