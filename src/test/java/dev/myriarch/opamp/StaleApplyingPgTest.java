package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A supervisor that restarts while it applies, and so applies for nobody. */
class StaleApplyingPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(3, 3));

    private final Desk desk = new Desk(DATABASE);
    private final ConfigHash wanted = desk.render("a: 1\n");
    private final Conversation first = desk.websocket();
    private long sequence;

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    /** The agent was offered the configuration and is applying it since. */
    @BeforeEach
    void apply() {
        desk.desired = Optional.of(wanted);
        assertThat(offers(first, described())).isTrue();
        assertThat(offers(first, applying())).isFalse();
    }

    private AgentToServer.Builder message() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ID.toBytes()))
                .setSequenceNum(sequence++)
                .setCapabilities(Fixture.CAPABILITIES);
    }

    private AgentToServer heartbeat() {
        return message().build();
    }

    private AgentToServer described() {
        return message()
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("service.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("otelcol"))))
                .build();
    }

    private AgentToServer applying() {
        return applying(wanted);
    }

    private AgentToServer applying(ConfigHash hash) {
        AgentToServer.Builder message = message();
        message.getRemoteConfigStatusBuilder()
                .setLastRemoteConfigHash(ByteString.copyFrom(hash.toBytes()))
                .setStatus(RemoteConfigStatuses.RemoteConfigStatuses_APPLYING);
        return message.build();
    }

    private static boolean offers(Conversation conversation, AgentToServer message) {
        return Desk.answer(conversation, message).hasRemoteConfig();
    }

    private Conversation polling() {
        return desk.conversation(Desk.TOKEN, "192.0.2.1", Transport.HTTP, new Desk.Sent());
    }

    private void wait90Seconds() {
        desk.clock.advance(Duration.ofSeconds(90));
    }

    private AgentEvent lastEvent() {
        return desk.store.events(ID, 1).getFirst();
    }

    @Test
    void afterAReconnectItIsOfferedOnceMoreAndThatIsTold() {
        Conversation second = desk.websocket();
        assertThat(offers(second, applying())).isFalse();
        desk.clock.advance(Duration.ofSeconds(89));
        assertThat(offers(second, heartbeat())).isFalse();
        desk.clock.advance(Duration.ofSeconds(1));
        assertThat(offers(second, heartbeat())).isTrue();
        assertThat(lastEvent().type()).isEqualTo("config_offered");
        assertThat(lastEvent().severity()).isEqualTo("warning");
        assertThat(lastEvent().details().entries())
                .containsEntry("hash", Value.of(wanted.hex()))
                .containsEntry("reason", Value.of("stale_applying"))
                .containsEntry("resync", Value.of("false"))
                .containsEntry("applyingSeconds", Value.of("90"));
        assertThat(desk.registry.expose())
                .contains("myriarch_opamp_config_reoffers_total{reason=\"stale_applying\"} 1\n");
        wait90Seconds();
        assertThat(offers(second, heartbeat())).isFalse();
    }

    @Test
    void theConnectionThatMadeTheOfferWaitsForIt() {
        wait90Seconds();
        assertThat(offers(first, heartbeat())).isFalse();
    }

    @Test
    void aConnectionThatHeardNoStatusOffersNothing() {
        Conversation second = desk.websocket();
        Desk.answer(second, heartbeat());
        wait90Seconds();
        assertThat(offers(second, heartbeat())).isFalse();
    }

    @Test
    void whatIsNotStoredForAMomentIsOfferedLater() {
        ConfigHash other = new ConfigHash("cc".repeat(32));
        desk.desire(ID, other);
        Conversation second = desk.websocket();
        Desk.answer(second, applying(other));
        wait90Seconds();
        assertThat(offers(second, heartbeat())).isFalse();
        desk.rendered.put(other, new byte[] {'b'});
        desk.clock.advance(OfferHistory.PAUSE);
        assertThat(offers(second, heartbeat())).isTrue();
        assertThat(lastEvent().severity()).isEqualTo("warning");
    }

    @Test
    void anAgentThatPollsIsReadOnceBeforeTheOffer() {
        Desk.answer(polling(), applying());
        wait90Seconds();
        desk.database.takeStatements();
        assertThat(offers(polling(), heartbeat())).isTrue();
        assertThat(desk.database.takeStatements())
                .filteredOn(sql -> sql.startsWith("SELECT"))
                .hasSize(1);
    }

    @Test
    void whatAnotherReplicaHeardMeanwhileCounts() {
        Desk.answer(polling(), applying());
        wait90Seconds();
        Instant now = desk.clock.instant();
        desk.store.storeRemoteConfig(
                ID,
                new Reported.RemoteConfig(
                        Optional.of(wanted), RemoteConfigStatus.APPLIED, "", now));
        assertThat(offers(polling(), heartbeat())).isFalse();
    }

    @Test
    void aReadThatFailsCostsNoAnswerAndTheNextOneTriesAgain() {
        Desk.answer(polling(), applying());
        wait90Seconds();
        desk.database.setAway(true);
        assertThat(Desk.answer(polling(), heartbeat())).isEqualTo(Answers.to(ID).build());
        desk.database.setAway(false);
        assertThat(offers(polling(), heartbeat())).isTrue();
    }
}
