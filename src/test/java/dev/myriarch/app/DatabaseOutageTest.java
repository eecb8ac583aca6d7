package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DatabaseException.Kind;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.Route;
import dev.myriarch.testing.FakeRequest;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseOutageTest {
    @ParameterizedTest
    @EnumSource(names = {"CONNECTION", "RESOURCES", "TIMEOUT", "SERIALIZATION"})
    void anOutageIsUnavailable(Kind kind) {
        assertThatThrownBy(() -> handle(kind))
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"CONNECTION", "RESOURCES", "TIMEOUT", "SERIALIZATION"},
            mode = EnumSource.Mode.EXCLUDE)
    void aMistakeOfAStatementStaysOne(Kind kind) {
        assertThatThrownBy(() -> handle(kind)).isInstanceOf(DatabaseException.class);
    }

    private static void handle(Kind kind) throws IOException {
        ApiHandler failing =
                _ -> {
                    throw new DatabaseException(kind, "x", new SQLException("x"));
                };
        FakeRequest request = new FakeRequest(new Route("GET", "/agents", "listAgents", "read"));
        assertThat(new DatabaseOutage().filter(request, failing)).isNull();
    }
}
