package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class DatabaseExceptionTest {
    @ParameterizedTest
    @CsvSource({
        "23505, UNIQUE",
        "23503, FOREIGN_KEY",
        "23514, CHECK",
        "23502, OTHER",
        "40001, SERIALIZATION",
        "40P01, SERIALIZATION",
        "57014, TIMEOUT",
        "55P03, TIMEOUT",
        "57P01, CONNECTION",
        "57P02, CONNECTION",
        "57P03, CONNECTION",
        "57P05, CONNECTION",
        "25P03, CONNECTION",
        "25006, CONNECTION",
        "08000, CONNECTION",
        "08006, CONNECTION",
        "53100, RESOURCES",
        "53200, RESOURCES",
        "53300, RESOURCES",
        "42601, OTHER"
    })
    void stateTellsTheKind(String state, DatabaseException.Kind kind) {
        assertThat(DatabaseException.of(new SQLException("x", state)).kind()).isEqualTo(kind);
    }

    @Test
    void failureWithoutAStateIsOfNoKnownKind() {
        assertThat(DatabaseException.of(new SQLException("x")).kind())
                .isEqualTo(DatabaseException.Kind.OTHER);
    }

    @ParameterizedTest
    @CsvSource({"FATAL, CONNECTION", "PANIC, CONNECTION", "ERROR, OTHER"})
    void fatalErrorEndsTheSessionWhateverItsState(String severity, DatabaseException.Kind kind) {
        PSQLException failure =
                new PSQLException(new ServerErrorMessage("S" + severity + "\0C28P01\0Mno\0\0"));
        assertThat(DatabaseException.of(failure).kind()).isEqualTo(kind);
    }
}
