package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.auth.AgentCredentials.Certificate;
import dev.myriarch.testing.LastingTokens;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AgentCredentialsTest {
    private static final Optional<String> TOKEN = Optional.of("Bearer good");
    private static final Optional<String> WRONG = Optional.of("Bearer bad");
    private static final Certificate CERTIFICATE =
            new Certificate.Verified("CN=agent-7", Instant.MAX);
    private static final AgentAuthentication REFUSED = new AgentAuthentication.Refused();
    private static final AgentAuthentication BY_TOKEN =
            new AgentAuthentication.Accepted(
                    "token:1", Optional.of(new UUID(0, 1)), Map.of("site", "lab"), true);
    private static final AgentAuthentication BY_CERTIFICATE =
            new AgentAuthentication.Accepted(
                    "certificate:CN=agent-7", Optional.empty(), Map.of(), false);

    private static AgentCredentials credentials(boolean token, boolean certificate) {
        return new AgentCredentials(
                new LastingTokens(authorization -> {
                    if (authorization.isEmpty() && !token) {
                        return new AgentAuthentication.Accepted(
                                "none", Optional.empty(), Map.of(), false);
                    }
                    return authorization.equals(TOKEN) ? BY_TOKEN : REFUSED;
                }),
                certificate);
    }

    @Test
    void bothAreNeededWhereBothAreRequired() {
        AgentCredentials both = credentials(true, true);
        assertThat(both.authenticate(TOKEN, CERTIFICATE)).isEqualTo(BY_TOKEN);
        assertThat(both.authenticate(TOKEN, new Certificate.None())).isEqualTo(REFUSED);
        assertThat(both.authenticate(Optional.empty(), CERTIFICATE)).isEqualTo(REFUSED);
        assertThat(both.authenticate(WRONG, CERTIFICATE)).isEqualTo(REFUSED);
    }

    @Test
    void withoutATokenAnAgentIsBoundToItsCertificate() {
        AgentCredentials certificate = credentials(false, true);
        assertThat(certificate.authenticate(Optional.empty(), CERTIFICATE))
                .isEqualTo(BY_CERTIFICATE);
        assertThat(certificate.authenticate(TOKEN, CERTIFICATE)).isEqualTo(BY_TOKEN);
        assertThat(certificate.authenticate(WRONG, CERTIFICATE)).isEqualTo(REFUSED);
        assertThat(certificate.authenticate(Optional.empty(), new Certificate.None()))
                .isEqualTo(REFUSED);
    }

    @Test
    void aCertificateMayBeShownWhereNoneIsRequired() {
        AgentCredentials token = credentials(true, false);
        assertThat(token.authenticate(TOKEN, new Certificate.None())).isEqualTo(BY_TOKEN);
        assertThat(token.authenticate(TOKEN, CERTIFICATE)).isEqualTo(BY_TOKEN);
        assertThat(credentials(false, false).authenticate(Optional.empty(), CERTIFICATE))
                .isEqualTo(BY_CERTIFICATE);
    }

    @Test
    void aCertificateThatIsShownHasToBeGood() {
        for (Certificate bad :
                new Certificate[] {
                    new Certificate.Rejected(),
                    new Certificate.Verified("", Instant.MAX),
                    new Certificate.Verified("CN=" + "a".repeat(1000), Instant.MAX)
                }) {
            assertThat(credentials(false, false).authenticate(TOKEN, bad)).isEqualTo(REFUSED);
            assertThat(credentials(true, true).authenticate(TOKEN, bad)).isEqualTo(REFUSED);
        }
    }
}
