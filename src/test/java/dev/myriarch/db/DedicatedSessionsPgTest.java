package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class DedicatedSessionsPgTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final TestDatabase DATABASE = TestDatabase.createEmpty();

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static String show(DedicatedSession session, String parameter) {
        return session.jdbc()
                .one(
                        "SELECT current_setting(?) AS value",
                        parameters -> parameters.text(parameter),
                        row -> row.text("value"))
                .orElseThrow();
    }

    @Test
    void keepaliveReachesTheServer() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        DATABASE.url(),
                        "test",
                        TIMEOUT,
                        new DedicatedSessions.Keepalive(
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(4),
                                5,
                                Duration.ofSeconds(19),
                                Duration.ofSeconds(20)));
        try (DedicatedSession session = sessions.open()) {
            assertThat(show(session, "tcp_keepalives_idle")).isEqualTo("3");
            assertThat(show(session, "tcp_keepalives_interval")).isEqualTo("4");
            assertThat(show(session, "tcp_keepalives_count")).isEqualTo("5");
            assertThat(show(session, "tcp_user_timeout")).isEqualTo("19000");
            assertThat(show(session, "idle_session_timeout")).isEqualTo("20s");
        }
    }

    @Test
    void serverThatRefusesTheUserTimeoutIsUsedWithoutIt() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        DATABASE.url(),
                        "test",
                        TIMEOUT,
                        Connections.UNLIMITED,
                        Map.of("tcp_keepalives_idle", "7", "tcp_user_timeout", "-1"));
        try (DedicatedSession session = sessions.open()) {
            assertThat(show(session, "tcp_keepalives_idle")).isEqualTo("7");
        }
    }

    @Test
    void sessionThatAsksNothingIsEndedByTheServer() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        DATABASE.url(), "test", TIMEOUT, Duration.ofMillis(200), Map.of());
        try (DedicatedSession session = sessions.open()) {
            session.ping();
            assertThatExceptionOfType(DatabaseException.class)
                    .isThrownBy(() -> session.notifications(Duration.ofMinutes(1)))
                    .satisfies(
                            e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION));
        }
    }

    @Test
    void otherFailureOfTheConnectionPassesOn() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        DATABASE.url().withDatabase("nothing_here"),
                        "test",
                        TIMEOUT,
                        Connections.UNLIMITED,
                        Map.of());
        assertThatExceptionOfType(DatabaseException.class)
                .isThrownBy(sessions::open)
                .satisfies(e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION));
    }

    @Test
    void notificationsArriveInOrderAndTheEndOfTheSessionIsNoticed() {
        DedicatedSessions sessions =
                new DedicatedSessions(
                        DATABASE.url(), "test", TIMEOUT, Connections.UNLIMITED, Map.of());
        try (DedicatedSession session = sessions.open()) {
            session.jdbc().update("LISTEN news", Jdbc.Binder.NONE);
            DATABASE.database()
                    .list(
                            "SELECT count(pg_notify('news', text)) AS sent"
                                    + " FROM unnest(ARRAY['a', 'b']) AS texts (text)",
                            Jdbc.Binder.NONE,
                            row -> row.bigint("sent"));
            assertThat(session.notifications(TIMEOUT)).isEqualTo(List.of("a", "b"));
            assertThat(session.notifications(Duration.ofMillis(1))).isEmpty();
            session.ping();

            DATABASE.endSessions();

            assertThatExceptionOfType(DatabaseException.class)
                    .isThrownBy(() -> session.notifications(TIMEOUT))
                    .satisfies(
                            e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION));
        }
    }
}
