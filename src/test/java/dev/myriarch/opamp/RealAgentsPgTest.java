package dev.myriarch.opamp;

import static dev.myriarch.opamp.Replay.SUPERVISOR;
import static dev.myriarch.opamp.Replay.offered;
import static dev.myriarch.opamp.Replay.replay;
import static dev.myriarch.opamp.Replay.status;
import static dev.myriarch.opamp.Replay.wants;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Agent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Habits of real agents that a server has to live with, each as recorded from opampsupervisor
 * 0.149.0.
 */
class RealAgentsPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();

    private final Desk desk = new Desk(DATABASE);

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentToServer only(String folder, String name) {
        return Recording.agent(folder, name, name).getFirst().agentMessage();
    }

    @Test
    void aKnownAgentStartsANewConnectionWithNothingButASequenceNumber() {
        replay(desk, desk.websocket(), "restart", "a-000", "a-014");
        AgentToServer first = only("restart", "b-000");
        assertThat(
                        first.toBuilder()
                                .clearInstanceUid()
                                .clearSequenceNum()
                                .clearCapabilities()
                                .build())
                .isEqualTo(AgentToServer.getDefaultInstance());
        AgentId id = AgentId.ofBytes(first.getInstanceUid().toByteArray()).orElseThrow();
        Agent before = desk.agent(id);
        ConfigHash changed = desk.render("changed: meanwhile");
        desk.desire(id, changed);

        ServerToAgent answer = replay(desk, desk.websocket(), "restart", "b-000", "b-000");

        // What changed meanwhile does not wait for the full state that is asked for as well.
        assertThat(answer.getFlags() & Answers.FULL_STATE).isEqualTo(Answers.FULL_STATE);
        assertThat(answer.getRemoteConfig().getConfigHash().toByteArray())
                .isEqualTo(changed.toBytes());
        Agent after = desk.agent(id);
        assertThat(after.connection().online()).isTrue();
        assertThat(after.description()).isEqualTo(before.description());
        assertThat(after.kind()).isEqualTo(before.kind());
        assertThat(after.reported()).isEqualTo(before.reported());
    }

    @Test
    void anAgentThatTookConnectionSettingsComesBackWithoutItsHealthSoTheKnownOneStaysWithItsAge() {
        replay(desk, desk.websocket(), "websocket", "000", "121");
        Instant told = desk.agent(SUPERVISOR).reported().healthAt().orElseThrow();
        Recording.agent("websocket", "123", "131").stream()
                .map(Recording::agentMessage)
                // Present, but as empty as if it were not.
                .forEach(message ->
                        assertThat(message.getHealth())
                                .isEqualTo(ComponentHealth.getDefaultInstance()));
        assertThat(only("websocket", "123").getSequenceNum()).isZero();

        replay(desk, desk.websocket(), "websocket", "123", "131");

        Agent agent = desk.agent(SUPERVISOR);
        assertThat(agent.reported().healthy()).contains(true);
        assertThat(agent.reported().healthAt()).contains(told);
        assertThat(told).isBefore(agent.connection().connectedAt().orElseThrow());
    }

    @Test
    void aBrokenConfigurationCrashLoopsUntilSomethingElseIsOffered() {
        Conversation conversation = desk.websocket();
        wants(desk, offered("002"));
        replay(desk, conversation, "websocket", "000", "023");
        ConfigHash broken = offered("026");
        desk.rendered.put(broken, new byte[] {'b'});
        desk.desire(SUPERVISOR, broken);
        desk.sessions.find(SUPERVISOR).orElseThrow().wantRefresh();
        List<Recording> crashes = Recording.agent("websocket", "026", "040");
        for (Recording crash : crashes) {
            desk.clock.set(Fixture.NOW.plusMillis(crash.millis()));
            ServerToAgent answer = Desk.answer(conversation, crash.agentMessage());
            assertThat(answer.hasRemoteConfig()).as(crash.name()).isFalse();
        }
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(false);

        ConfigHash good = offered("043");
        desk.rendered.put(good, new byte[] {'c'});
        desk.desire(SUPERVISOR, good);
        desk.sessions.find(SUPERVISOR).orElseThrow().wantRefresh();
        ServerToAgent next =
                Desk.answer(
                        conversation,
                        crashes.getLast().agentMessage().toBuilder()
                                .setSequenceNum(
                                        crashes.getLast().agentMessage().getSequenceNum() + 1)
                                .build());

        assertThat(next.getRemoteConfig().getConfigHash().toByteArray()).isEqualTo(good.toBytes());
        replay(desk, conversation, "websocket", "043", "051");
        assertThat(status(desk.agent(SUPERVISOR))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(true);
    }

    /** Newer supervisors do: APPLYING B, FAILED B, APPLIED A. */
    @Test
    void aSupervisorThatRollsBackByItselfIsNotOfferedTheFailedConfigurationAgain() {
        Conversation conversation = desk.websocket();
        ConfigHash good = offered("002");
        wants(desk, good);
        replay(desk, conversation, "websocket", "000", "023");
        ConfigHash broken = offered("026");
        desk.rendered.put(broken, new byte[] {'b'});
        desk.desire(SUPERVISOR, broken);
        desk.sessions.find(SUPERVISOR).orElseThrow().wantRefresh();
        replay(desk, conversation, "websocket", "026", "034");
        AgentToServer applied = only("websocket", "051");
        AgentToServer.Builder rolledBack = applied.toBuilder();
        rolledBack
                .getRemoteConfigStatusBuilder()
                .setStatus(RemoteConfigStatuses.RemoteConfigStatuses_APPLIED)
                .setLastRemoteConfigHash(ByteString.copyFrom(good.toBytes()));

        desk.clock.advance(OfferHistory.PAUSE);
        ServerToAgent answer = Desk.answer(conversation, rolledBack.build());

        assertThat(answer.hasRemoteConfig()).isFalse();
        Agent agent = desk.agent(SUPERVISOR);
        assertThat(agent.reported().remoteConfig().orElseThrow().hash()).contains(good);
        assertThat(agent.assignment().failed()).contains(broken);
        // Nor on the next connection, whatever the agent says or leaves out there.
        assertThat(replay(desk, desk.websocket(), "websocket", "123", "131").hasRemoteConfig())
                .isFalse();
    }

    @Test
    void afterAnIdentificationTheNextMessageCarriesTheNewIdAndTheOldOneEnds() {
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "websocket", "123", "131");
        AgentToServer renamed = only("websocket", "134");
        AgentId newId = AgentId.ofBytes(renamed.getInstanceUid().toByteArray()).orElseThrow();
        assertThat(newId).isNotEqualTo(SUPERVISOR);
        conversation.expect(SUPERVISOR, newId);

        Desk.answer(conversation, renamed);

        assertThat(desk.agent(newId).connection().online()).isTrue();
        assertThat(desk.agent(SUPERVISOR).connection().online()).isFalse();
        assertThat(desk.agent(SUPERVISOR).connection().cause()).contains(DisconnectCause.AGENT);
        assertThat(desk.sessions.find(SUPERVISOR)).isEmpty();
    }

    @Test
    void theGoodByeOfASupervisorIsAPlannedStopAndNoFailure() {
        replay(desk, desk.websocket(), "restart", "a-000", "a-014");
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "restart", "b-000", "b-004");
        AgentToServer goodBye = only("restart", "b-006");
        assertThat(goodBye.hasAgentDisconnect()).isTrue();
        assertThat(goodBye.getHealth().getLastError()).isEqualTo("Supervisor is shutdown");
        AgentId id = AgentId.ofBytes(goodBye.getInstanceUid().toByteArray()).orElseThrow();
        int healthEvents = healthEvents(desk, id);

        Desk.answer(conversation, goodBye);

        Agent agent = desk.agent(id);
        assertThat(agent.connection().cause()).contains(DisconnectCause.AGENT);
        assertThat(agent.reported().healthy()).contains(true);
        assertThat(healthEvents(desk, id)).isEqualTo(healthEvents);
        assertThat(desk.store.events(id, 1).getFirst().text())
                .isEqualTo("planned stop of the agent");
    }

    private static int healthEvents(Desk desk, AgentId id) {
        return (int) desk.eventTypes(id).stream().filter("health_changed"::equals).count();
    }
}
