package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class SessionsPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final StoredCredentials stores = new StoredCredentials(DATABASE);
    private final Sessions sessions =
            new Sessions(Samples.settings(), stores.sessions(), clock, new Random(1));

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private User user(boolean disabled) {
        return stores.signedIn(Samples.user(Role.ADMIN, disabled));
    }

    /** The statements that stored a use. */
    private List<String> touches() {
        return stores.database().takeStatements().stream()
                .filter(sql -> sql.startsWith("UPDATE sessions"))
                .toList();
    }

    @Test
    void aSessionIsFoundByItsCookieOnly() {
        Sessions.Issued issued = sessions.issue(user(false));

        assertThat(sessions.use(issued.cookie().reveal()))
                .isEqualTo(new Lookup.Known<>(issued.session()));
        assertThat(issued.session().tokenHash()).doesNotContain(issued.cookie().reveal());
        assertThat(sessions.use(issued.session().tokenHash()))
                .isEqualTo(new Lookup.Unknown<Session>());
        assertThat(sessions.use("")).isEqualTo(new Lookup.Unknown<Session>());
        assertThat(sessions.use("?")).isEqualTo(new Lookup.Unknown<Session>());
    }

    @Test
    void useKeepsItAliveUntilTheAbsoluteEnd() {
        String cookie = sessions.issue(user(false)).cookie().reveal();

        for (int hour = 1; hour < 12; hour++) {
            clock.advance(Duration.ofHours(1));
            assertThat(sessions.use(cookie)).isInstanceOf(Lookup.Known.class);
        }
        clock.advance(Duration.ofHours(1));

        assertThat(sessions.use(cookie)).isEqualTo(new Lookup.Unknown<Session>());
    }

    @Test
    void anIdleSessionEnds() {
        String cookie = sessions.issue(user(false)).cookie().reveal();

        clock.advance(Duration.ofHours(2));

        assertThat(sessions.use(cookie)).isEqualTo(new Lookup.Unknown<Session>());
        assertThat(sessions.removeEnded()).isEqualTo(1);
    }

    @Test
    void theLastUseIsStoredOncePerMinute() {
        String cookie = sessions.issue(user(false)).cookie().reveal();

        for (int i = 0; i < 120; i++) {
            clock.advance(Duration.ofSeconds(1));
            sessions.use(cookie);
        }

        assertThat(touches()).hasSize(2);
        assertThat(stores.lastUseOfSession()).isEqualTo(Samples.NOW.plusSeconds(120));
    }

    @Test
    void lookingWhetherItIsLiveIsNoUse() {
        Session session = sessions.issue(user(false)).session();

        clock.advance(Duration.ofMinutes(119));
        assertThat(sessions.isLive(session)).isTrue();
        clock.advance(Duration.ofMinutes(1));

        assertThat(sessions.isLive(session)).isFalse();
        assertThat(touches()).isEmpty();
        assertThat(stores.lastUseOfSession()).isEqualTo(Samples.NOW);
    }

    @Test
    void aDisabledUserHasNoSession() {
        String cookie = sessions.issue(user(true)).cookie().reveal();

        assertThat(sessions.use(cookie)).isEqualTo(new Lookup.Unknown<Session>());
    }

    @Test
    void anEndedSessionIsGoneAtOnce() {
        Sessions.Issued issued = sessions.issue(user(false));
        sessions.use(issued.cookie().reveal());

        sessions.end(issued.session());

        assertThat(sessions.use(issued.cookie().reveal())).isEqualTo(new Lookup.Unknown<Session>());
    }
}
