package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.Secret;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class RequestAuthenticatorPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final String CLIENT = "client";
    private static final Optional<String> BEARER = Optional.of("Bearer " + Samples.API_TOKEN);

    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final StoredCredentials stores = new StoredCredentials(DATABASE);
    private final DirectBus bus = new DirectBus();
    private final EnrollmentAuthenticator enrollment =
            new EnrollmentAuthenticator(true, stores.enrollmentTokens(), clock, _ -> {});
    private final AuthServices auth =
            new AuthServices(
                    Samples.settings(), stores.all(), enrollment, bus, clock, new Random(1));

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @Test
    void aValidTokenIsItsPrincipal() {
        ApiToken token = Samples.apiToken(Role.OPERATOR);
        stores.put(Samples.API_TOKEN, token);

        Caller caller = known(authenticate(BEARER, Optional.empty()));

        assertThat(caller.principal())
                .isEqualTo(new Principal("token:" + token.id(), "ci", Role.OPERATOR));
        assertThat(caller.session()).isEmpty();
    }

    @Test
    void anInvalidTokenIsNotPassedOverForACookie() {
        String cookie = signIn().cookie().reveal();

        assertThat(authenticate(Optional.empty(), Optional.of(cookie)))
                .isInstanceOf(Authentication.Known.class);
        assertThat(authenticate(BEARER, Optional.of(cookie)))
                .isEqualTo(new Authentication.Invalid());
        assertThat(authenticate(Optional.of("Basic ZGV2"), Optional.of(cookie)))
                .isEqualTo(new Authentication.Invalid());
    }

    @Test
    void nothingIsAnonymous() {
        assertThat(authenticate(Optional.empty(), Optional.empty()))
                .isEqualTo(new Authentication.Anonymous());
    }

    @Test
    void tooManyInvalidTokensOfOneClientWait() {
        for (int i = 0; i < 10; i++) {
            assertThat(authenticate(Optional.of("Bearer x" + i), Optional.empty()))
                    .isEqualTo(new Authentication.Invalid());
        }
        stores.put(Samples.API_TOKEN, Samples.apiToken(Role.ADMIN));

        assertThat(authenticate(Optional.of("Bearer x11"), Optional.empty()))
                .isEqualTo(new Authentication.TooMany(Duration.ofSeconds(6)));
        assertThat(auth.requests().authenticate(Optional.of("Bearer x"), Optional.empty(), "other"))
                .isEqualTo(new Authentication.Invalid());
        assertThat(authenticate(BEARER, Optional.empty()))
                .as("others behind the same address are not locked out")
                .isInstanceOf(Authentication.Known.class);
    }

    @Test
    void anEndedCookieIsNoFailure() {
        for (int i = 0; i < 20; i++) {
            assertThat(authenticate(Optional.empty(), Optional.of("ended")))
                    .isEqualTo(new Authentication.Invalid());
        }
    }

    @Test
    void aBrokenStoreLetsNobodyIn() {
        stores.database().setAway(true);

        assertThat(authenticate(BEARER, Optional.empty()))
                .isInstanceOf(Authentication.Unavailable.class);
    }

    @Test
    void aRevokedTokenIsRefusedAtOnceOnEveryReplica() {
        stores.put(Samples.API_TOKEN, Samples.apiToken(Role.ADMIN));
        Caller caller = known(authenticate(BEARER, Optional.empty()));
        stores.revokeApiToken(Samples.API_TOKEN, Samples.NOW);
        assertThat(caller.stillValid().getAsBoolean()).isTrue();

        bus.publish(new BusEvent.CredentialsChanged());

        assertThat(caller.stillValid().getAsBoolean()).isFalse();
        assertThat(authenticate(BEARER, Optional.empty())).isEqualTo(new Authentication.Invalid());
    }

    @Test
    void aLostEventCostsFiveSeconds() {
        stores.put(Samples.API_TOKEN, Samples.apiToken(Role.ADMIN));
        authenticate(BEARER, Optional.empty());
        stores.deleteApiToken(Samples.API_TOKEN);

        clock.advance(Duration.ofSeconds(5));

        assertThat(authenticate(BEARER, Optional.empty())).isEqualTo(new Authentication.Invalid());
    }

    @Test
    void anExpiredTokenIsRefusedEvenFromTheCache() {
        ApiToken token = Samples.apiToken(Role.ADMIN);
        stores.put(
                Samples.API_TOKEN,
                new ApiToken(
                        token.id(),
                        token.prefix(),
                        token.name(),
                        token.role(),
                        token.createdBy(),
                        token.createdAt(),
                        Optional.of(Samples.NOW.plusSeconds(2)),
                        Optional.empty()));
        known(authenticate(BEARER, Optional.empty()));

        clock.advance(Duration.ofSeconds(2));

        assertThat(authenticate(BEARER, Optional.empty())).isEqualTo(new Authentication.Invalid());
        assertThat(stores.database().takeStatements()).hasSize(1);
    }

    @Test
    void usesAreCountedAndKeptWhileTheStoreIsBroken() {
        ApiToken token = Samples.apiToken(Role.ADMIN);
        stores.put(Samples.API_TOKEN, token);
        EnrollmentToken agents = Samples.enrollmentToken(Optional.empty(), Optional.empty());
        stores.put(Samples.ENROLLMENT_TOKEN, agents);
        useBoth();
        useBoth();
        stores.database().setAway(true);
        assertThatThrownBy(auth::flushUsage).isInstanceOf(DatabaseException.class);
        assertThatThrownBy(enrollment::flushUsage).isInstanceOf(DatabaseException.class);
        stores.database().setAway(false);
        clock.advance(Duration.ofSeconds(1));
        useBoth();

        auth.flushUsage();
        auth.flushUsage();

        Instant last = Samples.NOW.plusSeconds(1);
        assertThat(stores.apiTokenUses()).containsOnly(Map.entry(token.id(), last));
        assertThat(stores.enrollmentTokenUses())
                .containsOnly(Map.entry(agents.id(), new TokenUsage.Use(3, last)));
    }

    private void useBoth() {
        known(authenticate(BEARER, Optional.empty()));
        assertThat(enrollment.authenticate(Optional.of("Bearer " + Samples.ENROLLMENT_TOKEN)))
                .isInstanceOf(AgentAuthenticator.AgentAuthentication.Accepted.class);
    }

    @Test
    void closingEndsTheSubscription() {
        assertThat(bus.subscriptions()).isEqualTo(1);

        auth.close();

        assertThat(bus.subscriptions()).isZero();
    }

    private Sessions.Issued signIn() {
        return switch (auth.passwordLogin().login("dev", new Secret("secret"), CLIENT)) {
            case PasswordLogin.Outcome.SignedIn(Sessions.Issued issued) -> issued;
            case PasswordLogin.Outcome.Refused _, PasswordLogin.Outcome.TooMany _ ->
                    throw new AssertionError("not signed in");
        };
    }

    private Authentication authenticate(Optional<String> authorization, Optional<String> cookie) {
        return auth.requests().authenticate(authorization, cookie, CLIENT);
    }

    private static Caller known(Authentication authentication) {
        assertThat(authentication).isInstanceOf(Authentication.Known.class);
        return ((Authentication.Known) authentication).caller();
    }
}
