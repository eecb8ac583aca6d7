package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent belongs to the credential of its first registration, until somebody says otherwise. */
class CredentialBindingPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(1, 1));
    private static final UUID FIRST = new UUID(3, 1);
    private static final UUID SECOND = new UUID(3, 2);

    private final Desk desk = new Desk(DATABASE, settings(true));
    private long sequence;

    private static OpampSettings settings(boolean rebind) {
        OpampSettings defaults = OpampSettings.defaults("r1");
        return new OpampSettings(
                defaults.replica(),
                defaults.limits(),
                defaults.offlineAfter(),
                defaults.sendTimeout(),
                defaults.staleApplyingAfter(),
                defaults.drainRate(),
                false,
                rebind,
                false);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static Conversation with(Desk desk, UUID token) {
        return desk.conversation(
                new AgentAuthentication.Accepted(
                        "token:" + token, Optional.of(token), Map.of(), false),
                "192.0.2.1",
                Transport.WEBSOCKET,
                new Desk.Sent());
    }

    private AgentToServer message() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ID.toBytes()))
                .setSequenceNum(sequence++)
                .setCapabilities(Fixture.CAPABILITIES)
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("host.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("edge-1"))))
                .build();
    }

    private boolean accepts(Desk on, UUID token) {
        return !Desk.answer(with(on, token), message()).hasErrorResponse();
    }

    private List<String> auditedActions() {
        return desk.audited().stream().map(AuditEvent::action).toList();
    }

    @Test
    void anotherValidTokenIsTurnedAwayAndShown() {
        assertThat(accepts(desk, FIRST)).isTrue();
        assertThat(accepts(desk, SECOND)).isFalse();
        assertThat(desk.agent(ID).credential()).isEqualTo("token:" + FIRST);
        assertThat(auditedActions()).containsExactly("agent.identity_conflict");
        Upkeep.Conflict conflict = desk.agent(ID).upkeep().conflict().orElseThrow();
        assertThat(conflict.count()).isEqualTo(1);
        assertThat(conflict.isQuarantine()).isFalse();
        assertThat(conflict.reason()).isEqualTo("another credential claims this agent");
    }

    @Test
    void claimsThatComeAgainAndAgainAreAQuarantineUntilTheyStop() {
        assertThat(accepts(desk, FIRST)).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(accepts(desk, SECOND)).isFalse();
            desk.clock.advance(Duration.ofSeconds(10));
        }
        Upkeep.Conflict conflict = desk.agent(ID).upkeep().conflict().orElseThrow();
        assertThat(conflict.isQuarantine()).isTrue();
        // Stored once a minute, and told once in ten.
        assertThat(conflict.count()).isEqualTo(19);
        assertThat(desk.eventTypes(ID)).containsOnlyOnce("identity_conflict");

        desk.clock.advance(Duration.ofMinutes(59));
        assertThat(desk.desk.expire()).isEmpty();
        desk.clock.advance(Duration.ofMinutes(1));
        assertThat(desk.desk.expire()).containsExactly(ID);
        assertThat(desk.agent(ID).upkeep().conflict()).isEmpty();
    }

    @Test
    void anAgentWhoseTokenIsRevokedMovesToAValidOne() {
        assertThat(accepts(desk, FIRST)).isTrue();
        desk.endedTokens.add(FIRST);
        assertThat(accepts(desk, SECOND)).isTrue();
        assertThat(desk.agent(ID).credential()).isEqualTo("token:" + SECOND);
        assertThat(auditedActions()).containsExactly("agent.rebind");
        assertThat(desk.audited().getFirst().success()).isTrue();
        assertThat(desk.eventTypes(ID)).contains("credential_rebound");
        // The way back is closed, because the second token is valid.
        assertThat(accepts(desk, FIRST)).isFalse();
    }

    @Test
    void withoutTheSettingARevokedTokenKeepsItsAgents() {
        try (Desk strict = new Desk(DATABASE, settings(false))) {
            assertThat(accepts(strict, FIRST)).isTrue();
            strict.endedTokens.add(FIRST);
            assertThat(accepts(strict, SECOND)).isFalse();
            assertThat(strict.agent(ID).credential()).isEqualTo("token:" + FIRST);
        }
    }

    @Test
    void whoHasNoTokenGetsNoAgentOfARevokedOne() {
        assertThat(accepts(desk, FIRST)).isTrue();
        desk.endedTokens.add(FIRST);
        Conversation anonymous =
                desk.conversation(
                        new AgentAuthentication.Accepted("none", Optional.empty(), Map.of(), false),
                        "192.0.2.1",
                        Transport.WEBSOCKET,
                        new Desk.Sent());
        assertThat(Desk.answer(anonymous, message()).hasErrorResponse()).isTrue();
    }

    @Test
    void aReleasedAgentIsBoundToTheNextCredential() {
        assertThat(accepts(desk, FIRST)).isTrue();
        assertThat(accepts(desk, SECOND)).isFalse();
        assertThat(desk.store.releaseCredential(ID, desk.clock.instant())).isTrue();
        assertThat(desk.agent(ID).upkeep().conflict()).isEmpty();
        assertThat(accepts(desk, SECOND)).isTrue();
        assertThat(desk.agent(ID).credential()).isEqualTo("token:" + SECOND);
        assertThat(accepts(desk, FIRST)).isFalse();
    }
}
