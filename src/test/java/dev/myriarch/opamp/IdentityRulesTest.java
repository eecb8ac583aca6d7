package dev.myriarch.opamp;

import static dev.myriarch.opamp.Fixture.described;
import static dev.myriarch.opamp.Fixture.heartbeat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Description;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.opamp.IdentityRules.Claim;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityRulesTest {
    private static Optional<Agent> boundTo(String credential) {
        MemoryAgentStore store = new MemoryAgentStore();
        Description description = new Description(Map.of(), Map.of(), Map.of(), Map.of(), 0);
        store.upsertDescription(
                Fixture.ID, AgentKind.UNKNOWN, description, credential, Fixture.NOW);
        return store.find(Fixture.ID);
    }

    @Test
    void anAgentStaysWithTheCredentialOfItsRegistration() {
        assertThat(IdentityRules.ofCredential(boundTo("token:1"), "token:1"))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofCredential(boundTo("token:1"), "token:2"))
                .isInstanceOf(Claim.Foreign.class);
        assertThat(IdentityRules.ofCredential(boundTo("none"), "token:2"))
                .isInstanceOf(Claim.Foreign.class);
    }

    @Test
    void newAndReleasedAgentsMayBindAnyCredential() {
        assertThat(IdentityRules.ofCredential(Optional.empty(), "token:2"))
                .isInstanceOf(Claim.Granted.class);
        assertThat(IdentityRules.ofCredential(boundTo(""), "token:2"))
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
