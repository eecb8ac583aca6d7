package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionsTest {
    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final MemoryStores stores = new MemoryStores();
    private final Sessions sessions =
            new Sessions(Samples.settings(), stores.sessions(), clock, new Random(1));

    @Test
    void aSessionIsFoundByItsCookieOnly() {
        Sessions.Issued issued = sessions.issue(Samples.user(Role.ADMIN, false));

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
        String cookie = sessions.issue(Samples.user(Role.ADMIN, false)).cookie().reveal();

        for (int hour = 1; hour < 12; hour++) {
            clock.advance(Duration.ofHours(1));
            assertThat(sessions.use(cookie)).isInstanceOf(Lookup.Known.class);
        }
        clock.advance(Duration.ofHours(1));

        assertThat(sessions.use(cookie)).isEqualTo(new Lookup.Unknown<Session>());
    }

    @Test
    void anIdleSessionEnds() {
        String cookie = sessions.issue(Samples.user(Role.ADMIN, false)).cookie().reveal();

        clock.advance(Duration.ofHours(2));

        assertThat(sessions.use(cookie)).isEqualTo(new Lookup.Unknown<Session>());
        assertThat(sessions.removeEnded()).isEqualTo(1);
    }

    @Test
    void theLastUseIsStoredOncePerMinute() {
        String cookie = sessions.issue(Samples.user(Role.ADMIN, false)).cookie().reveal();

        for (int i = 0; i < 120; i++) {
            clock.advance(Duration.ofSeconds(1));
            sessions.use(cookie);
        }

        assertThat(stores.sessions().touches()).isEqualTo(2);
    }

    @Test
    void lookingWhetherItIsLiveIsNoUse() {
        Session session = sessions.issue(Samples.user(Role.ADMIN, false)).session();

        clock.advance(Duration.ofMinutes(119));
        assertThat(sessions.isLive(session)).isTrue();
        clock.advance(Duration.ofMinutes(1));

        assertThat(sessions.isLive(session)).isFalse();
        assertThat(stores.sessions().touches()).isZero();
    }

    @Test
    void aDisabledUserHasNoSession() {
        String cookie = sessions.issue(Samples.user(Role.ADMIN, true)).cookie().reveal();

        assertThat(sessions.use(cookie)).isEqualTo(new Lookup.Unknown<Session>());
    }

    @Test
    void anEndedSessionIsGoneAtOnce() {
        Sessions.Issued issued = sessions.issue(Samples.user(Role.ADMIN, false));
        sessions.use(issued.cookie().reveal());

        sessions.end(issued.session());

        assertThat(sessions.use(issued.cookie().reveal())).isEqualTo(new Lookup.Unknown<Session>());
    }
}
