package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.db.DatabaseException;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class EnrollmentAuthenticatorPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentAuthenticator.AgentAuthentication REFUSED =
            new AgentAuthenticator.AgentAuthentication.Refused();
    private static final AgentAuthenticator.AgentAuthentication UNAVAILABLE =
            new AgentAuthenticator.AgentAuthentication.Unavailable();

    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final StoredCredentials stores = new StoredCredentials(DATABASE);
    private final List<RuntimeException> failures = new ArrayList<>();
    private final EnrollmentAuthenticator required = authenticator(true);

    private EnrollmentAuthenticator authenticator(boolean tokenRequired) {
        return new EnrollmentAuthenticator(
                tokenRequired, stores.enrollmentTokens(), clock, failures::add);
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @Test
    void aValidTokenGivesItsLabelsAndBindsTheAgent() {
        EnrollmentToken token = Samples.enrollmentToken(Optional.empty(), Optional.empty());
        stores.put(Samples.ENROLLMENT_TOKEN, token);

        assertThat(authenticate(Samples.ENROLLMENT_TOKEN))
                .isEqualTo(
                        new AgentAuthenticator.AgentAuthentication.Accepted(
                                "token:" + token.id(),
                                Optional.of(token.id()),
                                Map.of("site", "berlin"),
                                false));
        assertThat(required.authenticate(Optional.of("bearer " + Samples.ENROLLMENT_TOKEN)))
                .isInstanceOf(AgentAuthenticator.AgentAuthentication.Accepted.class);
    }

    @Test
    void withoutATokenTheSettingDecides() {
        assertThat(required.authenticate(Optional.empty())).isEqualTo(REFUSED);
        assertThat(authenticator(false).authenticate(Optional.empty()))
                .isEqualTo(
                        new AgentAuthenticator.AgentAuthentication.Accepted(
                                "none", Optional.empty(), Map.of(), false));
    }

    @Test
    void aTokenThatIsPresentMustBeValidInAnyCase() {
        assertThat(authenticator(false).authenticate(Optional.of("Bearer nonsense")))
                .isEqualTo(REFUSED);
        assertThat(authenticator(false).authenticate(Optional.of("Basic ZGV2OmRldg==")))
                .isEqualTo(REFUSED);
        assertThat(stores.database().takeStatements()).isEmpty();
    }

    @Test
    void unknownRevokedAndExpiredTokensAreRefused() {
        String revoked = "myre_" + "r".repeat(32);
        String expiring = "myre_" + "x".repeat(32);
        stores.put(revoked, Samples.enrollmentToken(Optional.empty(), Optional.of(Samples.NOW)));
        stores.put(
                expiring,
                Samples.enrollmentToken(
                        Optional.of(Samples.NOW.plusSeconds(30)), Optional.empty()));

        assertThat(authenticate(Samples.ENROLLMENT_TOKEN)).isEqualTo(REFUSED);
        assertThat(authenticate(revoked)).isEqualTo(REFUSED);
        assertThat(authenticate(expiring)).isNotEqualTo(REFUSED);
        clock.advance(Duration.ofSeconds(30));
        assertThat(authenticate(expiring)).isEqualTo(REFUSED);
    }

    @Test
    void aBrokenStoreIsLaterAndNotNo() {
        stores.database().setAway(true);

        assertThat(authenticate(Samples.ENROLLMENT_TOKEN)).isEqualTo(UNAVAILABLE);
        assertThat(failures).hasSize(1).hasOnlyElementsOfType(DatabaseException.class);
    }

    @Test
    void guessingIsLimitedAndDoesNotStopKnownTokens() {
        stores.put(
                Samples.ENROLLMENT_TOKEN,
                Samples.enrollmentToken(Optional.empty(), Optional.empty()));
        authenticate(Samples.ENROLLMENT_TOKEN);
        for (int i = 0; i < 250; i++) {
            authenticate("myre_" + "%032d".formatted(i));
        }

        assertThat(authenticate("myre_" + "%032d".formatted(999))).isEqualTo(UNAVAILABLE);
        assertThat(stores.database().takeStatements()).hasSize(200);
        assertThat(authenticate(Samples.ENROLLMENT_TOKEN))
                .isInstanceOf(AgentAuthenticator.AgentAuthentication.Accepted.class);
    }

    @Test
    void connectionsOfOneTokenAreOneCount() {
        EnrollmentToken token = Samples.enrollmentToken(Optional.empty(), Optional.empty());
        stores.put(Samples.ENROLLMENT_TOKEN, token);
        for (int i = 0; i < 3; i++) {
            authenticate(Samples.ENROLLMENT_TOKEN);
        }

        required.flushUsage();

        assertThat(stores.database().takeStatements())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("UPDATE enrollment_tokens");
        assertThat(stores.enrollmentTokenUses())
                .containsOnly(Map.entry(token.id(), new TokenUsage.Use(3, Samples.NOW)));
    }

    private AgentAuthenticator.AgentAuthentication authenticate(String token) {
        return required.authenticate(Optional.of("Bearer " + token));
    }
}
