package dev.myriarch.opamp;

import static dev.myriarch.opamp.Fixture.described;
import static dev.myriarch.opamp.Fixture.heartbeat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.opamp.IdentityRules.Claim;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityRulesTest {
    @Test
    void anAgentStaysWithTheCredentialOfItsRegistration() {
        assertThat(IdentityRules.ofCredential(Optional.of("token:1"), "token:1"))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofCredential(Optional.of("token:1"), "token:2"))
                .isInstanceOf(Claim.Foreign.class);
        assertThat(IdentityRules.ofCredential(Optional.of("none"), "token:2"))
                .isInstanceOf(Claim.Foreign.class);
    }

    @Test
    void newAndReleasedAgentsMayBindAnyCredential() {
        assertThat(IdentityRules.ofCredential(Optional.empty(), "token:2"))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofCredential(Optional.of(""), "token:2"))
                .isInstanceOf(Claim.Granted.class);
    }

    @Test
    void anotherHostUnderAUidThatIsOnlineIsAClone() {
        assertThat(IdentityRules.ofHost(Optional.of("other"), described(0)))
                .isEqualTo(new Claim.Clone("edge-1", "other"));
        assertThat(IdentityRules.ofHost(Optional.of("edge-1"), described(0)))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofHost(Optional.of(""), described(0)))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofHost(Optional.empty(), described(0)))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofHost(Optional.of("other"), heartbeat(3)))
                .isInstanceOf(Claim.Granted.class);
    }
}
