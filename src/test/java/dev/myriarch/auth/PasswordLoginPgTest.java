package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Secret;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class PasswordLoginPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final String CLIENT = "client";

    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final StoredCredentials stores = new StoredCredentials(DATABASE);

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @Test
    void theDevelopmentUserIsTheSameAdministratorEachTime() {
        PasswordLogin login = login(Samples.settings());

        Session first = signedIn(login.login("dev", new Secret("secret"), CLIENT));
        Session second = signedIn(login.login("dev", new Secret("secret"), CLIENT));

        assertThat(first.user().role()).isEqualTo(Role.ADMIN);
        assertThat(second.user()).isEqualTo(first.user());
        assertThat(second.tokenHash()).isNotEqualTo(first.tokenHash());
    }

    @Test
    void nameAndPasswordMustBothBeRight() {
        PasswordLogin login = login(Samples.settings());

        assertThat(login.login("dev", new Secret("Secret"), CLIENT))
                .isEqualTo(new PasswordLogin.Outcome.Refused());
        assertThat(login.login("admin", new Secret("secret"), CLIENT))
                .isEqualTo(new PasswordLogin.Outcome.Refused());
        assertThat(login.login("", new Secret(""), CLIENT))
                .isEqualTo(new PasswordLogin.Outcome.Refused());
    }

    @Test
    void failuresMakeTheClientWaitAlsoWithTheRightPassword() {
        PasswordLogin login = login(Samples.settings());
        for (int i = 0; i < 10; i++) {
            login.login("dev", new Secret("wrong"), CLIENT);
        }

        assertThat(login.login("dev", new Secret("secret"), CLIENT))
                .isEqualTo(new PasswordLogin.Outcome.TooMany(Duration.ofSeconds(6)));
    }

    @Test
    void withoutADevelopmentUserOrAPasswordNobodySignsIn() {
        PasswordLogin none = login(AuthSettings.defaults());
        PasswordLogin empty =
                login(
                        new AuthSettings(
                                Optional.of(
                                        new AuthSettings.DevelopmentUser("dev", new Secret(""))),
                                Duration.ofHours(2),
                                Duration.ofHours(12),
                                10,
                                true));

        for (PasswordLogin login : java.util.List.of(none, empty)) {
            assertThat(login.isOffered()).isFalse();
            assertThat(login.login("dev", new Secret(""), CLIENT))
                    .isEqualTo(new PasswordLogin.Outcome.Refused());
        }
    }

    @Test
    void administratorOfTheSettingsSignsInWithTheHashedPassword() {
        PasswordLogin login = login(withAdmin());

        assertThat(login.isOffered()).isTrue();
        assertThat(login.login("admin", new Secret("wrong"), CLIENT))
                .isEqualTo(new PasswordLogin.Outcome.Refused());
        assertThat(login.login("root", new Secret("correct horse"), CLIENT))
                .isEqualTo(new PasswordLogin.Outcome.Refused());
        Session session = signedIn(login.login("admin", new Secret("correct horse"), CLIENT));
        assertThat(session.user().provider()).isEqualTo("bootstrap");
        assertThat(session.user().role()).isEqualTo(Role.ADMIN);
    }

    @Test
    void guessesAtTheAdministratorMakeTheClientWait() {
        PasswordLogin login = login(withAdmin());
        for (int i = 0; i < 10; i++) {
            login.login("admin", new Secret("wrong"), CLIENT);
        }

        assertThat(login.login("admin", new Secret("correct horse"), CLIENT))
                .isInstanceOf(PasswordLogin.Outcome.TooMany.class);
    }

    private static AuthSettings withAdmin() {
        PasswordHash hash = PasswordHash.create(new Secret("correct horse"), new Random(1));
        return new AuthSettings(
                Optional.empty(),
                Optional.of(new AuthSettings.BootstrapAdmin("admin", hash)),
                Duration.ofHours(2),
                Duration.ofHours(12),
                10,
                true);
    }

    private PasswordLogin login(AuthSettings settings) {
        return new PasswordLogin(
                settings,
                stores.users(),
                new Sessions(settings, stores.sessions(), clock, new Random(1)),
                new FailureLimiter(clock, settings.failuresPerMinute()),
                clock);
    }

    private static Session signedIn(PasswordLogin.Outcome outcome) {
        assertThat(outcome).isInstanceOf(PasswordLogin.Outcome.SignedIn.class);
        return ((PasswordLogin.Outcome.SignedIn) outcome).session().session();
    }
}
