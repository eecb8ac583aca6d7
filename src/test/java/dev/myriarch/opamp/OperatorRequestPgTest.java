package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.CommandType;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What operators ask of agents, with the answers of a real supervisor. */
class OperatorRequestPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId SUPERVISOR =
            AgentId.parse("01a22a62-1ef2-7cec-afb3-7e86113adda6").orElseThrow();

    private final Desk desk = new Desk(DATABASE);
    private final Desk.Sent sent = new Desk.Sent();

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private Conversation connect() {
        return desk.conversation(Desk.TOKEN, "192.0.2.1", Transport.WEBSOCKET, sent);
    }

    private void replay(Conversation conversation, String first, String last) {
        for (Recording recording : Recording.agent("websocket", first, last)) {
            desk.clock.set(Fixture.NOW.plusMillis(recording.millis()));
            ServerToAgent answer = Desk.answer(conversation, recording.agentMessage());
            assertThat(answer.hasErrorResponse()).isFalse();
            assertThat(answer.hasCommand()).isFalse();
        }
    }

    private ServerToAgent heartbeat(Conversation conversation, long sequence) {
        return heartbeat(conversation, sequence, Fixture.CAPABILITIES);
    }

    private ServerToAgent heartbeat(Conversation conversation, long sequence, long capabilities) {
        return Desk.answer(
                conversation,
                AgentToServer.newBuilder()
                        .setInstanceUid(ByteString.copyFrom(SUPERVISOR.toBytes()))
                        .setSequenceNum(sequence)
                        .setCapabilities(capabilities)
                        .build());
    }

    private static long lastSequence(String name) {
        return Recording.agent("websocket", name, name).getFirst().agentMessage().getSequenceNum();
    }

    private AgentSession session() {
        return desk.sessions.find(SUPERVISOR).orElseThrow();
    }

    private void requestRestart() {
        Instant now = desk.clock.instant();
        assertThat(desk.store.requestRestart(SUPERVISOR, now)).isTrue();
    }

    private AgentEvent lastEvent() {
        return desk.store.events(SUPERVISOR, 1).getFirst();
    }

    private static void isCommandAlone(ServerToAgent message) {
        assertThat(message.getCommand().getType()).isEqualTo(CommandType.CommandType_Restart);
        assertThat(message.toBuilder().clearCommand().build())
                .isEqualTo(Answers.to(SUPERVISOR).build());
    }

    @Test
    void aRestartIsPushedOnceAndItsEndIsTold() {
        Conversation conversation = connect();
        replay(conversation, "000", "107");
        requestRestart();
        desk.desk.pushes().push(session());
        assertThat(sent.messages).hasSize(1);
        isCommandAlone(sent.messages.getFirst());
        assertThat(lastEvent().type()).isEqualTo("restart_sent");
        desk.desk.pushes().push(session());
        assertThat(sent.messages).hasSize(1);

        replay(conversation, "110", "118");
        assertThat(desk.eventTypes(SUPERVISOR)).endsWith("restart_sent", "restarted");
        assertThat(lastEvent().text()).startsWith("the collector is healthy again");
        assertThat(desk.agent(SUPERVISOR).upkeep().restartRequested()).isEmpty();
        // The stop and the start that the operator wanted are no trouble.
        assertThat(desk.eventTypes(SUPERVISOR).getLast()).isNotEqualTo("health_changed");
    }

    @Test
    void anOfferGoesBeforeTheCommandInAMessageOfItsOwn() {
        Conversation conversation = connect();
        replay(conversation, "000", "006");
        ConfigHash wanted = desk.render("a: 1\n");
        desk.desire(SUPERVISOR, wanted);
        requestRestart();
        desk.desk.pushes().push(session());
        assertThat(sent.messages).hasSize(2);
        assertThat(sent.messages.getFirst().hasRemoteConfig()).isTrue();
        isCommandAlone(sent.messages.getLast());
    }

    @Test
    void aReplicaThatHeardNothingSendsTheCommandWithALaterAnswer() {
        Conversation conversation = connect();
        replay(conversation, "000", "107");
        long next = lastSequence("107") + 1;
        requestRestart();
        assertThat(heartbeat(conversation, next).hasCommand()).isFalse();
        // The bus was away and came back.
        session().wantRefresh();
        desk.published.clear();
        isCommandAlone(heartbeat(conversation, next + 1));
        assertThat(desk.published)
                .containsExactly(new BusEvent.AgentStateChanged(List.of(SUPERVISOR)));
        assertThat(heartbeat(conversation, next + 2).hasCommand()).isFalse();
        assertThat(sent.messages).isEmpty();
    }

    @Test
    void anAgentThatPollsIsRestartedWithItsNextPoll() {
        for (Recording poll : Recording.agent("http", "000", "006")) {
            Desk.answer(poll(), poll.agentMessage());
        }
        AgentToServer last = Recording.agent("http", "008", "008").getFirst().agentMessage();
        AgentId id = AgentId.ofBytes(last.getInstanceUid().toByteArray()).orElseThrow();
        assertThat(desk.store.requestRestart(id, desk.clock.instant())).isTrue();
        desk.sessions.find(id).orElseThrow().wantRefresh();
        assertThat(Desk.answer(poll(), last).hasCommand()).isTrue();
        AgentToServer after = last.toBuilder().setSequenceNum(last.getSequenceNum() + 1).build();
        assertThat(Desk.answer(poll(), after).hasCommand()).isFalse();
    }

    private Conversation poll() {
        return desk.conversation(Desk.TOKEN, "192.0.2.1", Transport.HTTP, sent);
    }

    @Test
    void aRestartWaitsForAnAgentForFiveMinutesOnly() {
        Conversation first = connect();
        replay(first, "000", "107");
        first.end(DisconnectCause.NETWORK);
        requestRestart();
        desk.clock.advance(Duration.ofMinutes(4));
        assertThat(desk.desk.expire()).isEmpty();
        Conversation second = connect();
        long next = lastSequence("107") + 1;
        // The first answer asks for everything, which must not get lost beside a command.
        assertThat(heartbeat(second, next).getFlags()).isEqualTo(Answers.FULL_STATE);
        isCommandAlone(heartbeat(second, next + 1));
        second.end(DisconnectCause.NETWORK);

        requestRestart();
        desk.clock.advance(Duration.ofMinutes(5));
        Conversation third = connect();
        heartbeat(third, next + 2);
        assertThat(heartbeat(third, next + 3).hasCommand()).isFalse();
        assertThat(lastEvent().type()).isEqualTo("restart_expired");
    }

    @Test
    void theLeaderGivesUpWhatNobodyTook() {
        Conversation conversation = connect();
        replay(conversation, "000", "000");
        conversation.end(DisconnectCause.NETWORK);
        requestRestart();
        desk.clock.advance(OperatorRequests.EXPIRY.plusSeconds(1));
        assertThat(desk.desk.expire()).containsExactly(SUPERVISOR);
        assertThat(lastEvent().type()).isEqualTo("restart_expired");
        assertThat(desk.desk.expire()).isEmpty();
    }

    @Test
    void anAgentThatLostTheCapabilityMeanwhileIsNotRestarted() {
        Conversation conversation = connect();
        replay(conversation, "000", "107");
        long next = lastSequence("107") + 1;
        heartbeat(conversation, next, Fixture.CAPABILITIES & ~Capabilities.ACCEPTS_RESTART);
        requestRestart();
        desk.desk.pushes().push(session());
        assertThat(sent.messages).isEmpty();
        assertThat(lastEvent().type()).isEqualTo("restart_failed");
        assertThat(lastEvent().text()).contains("does not accept the command any more");
    }

    @Test
    void aCollectorThatFailsAfterTheCommandIsTold() {
        Conversation conversation = connect();
        replay(conversation, "000", "023");
        requestRestart();
        desk.desk.pushes().push(session());
        // The health of a collector whose start fails.
        replay(conversation, "036", "036");
        assertThat(desk.eventTypes(SUPERVISOR)).contains("restart_failed");
    }

    @Test
    void aCollectorThatSaysNothingOfTheRestartIsNotWaitedForForEver() {
        Conversation conversation = connect();
        replay(conversation, "000", "107");
        long next = lastSequence("107") + 1;
        requestRestart();
        desk.desk.pushes().push(session());
        desk.clock.advance(RestartWatch.PATIENCE.minusSeconds(1));
        heartbeat(conversation, next);
        assertThat(desk.eventTypes(SUPERVISOR)).doesNotContain("restart_unconfirmed");
        desk.clock.advance(Duration.ofSeconds(1));
        heartbeat(conversation, next + 1);
        heartbeat(conversation, next + 2);
        assertThat(desk.eventTypes(SUPERVISOR)).containsOnlyOnce("restart_unconfirmed");
    }

    @Test
    void aConnectionThatBreaksUnderTheCommandIsTold() {
        Channel broken =
                new Channel() {
                    @Override
                    public void send(ServerToAgent message) throws IOException {
                        throw new IOException("gone");
                    }

                    @Override
                    public void close(int code, String reason) {}
                };
        Conversation conversation =
                desk.conversation(Desk.TOKEN, "192.0.2.1", Transport.WEBSOCKET, broken);
        replay(conversation, "000", "107");
        requestRestart();
        desk.desk.pushes().push(session());
        assertThat(lastEvent().type()).isEqualTo("restart_failed");
        assertThat(lastEvent().text()).contains("the connection broke");
    }

    @Test
    void aResyncAsksForEverythingOnceAndOffersWhatHadFailed() {
        Conversation conversation = connect();
        ConfigHash wanted = desk.render("a: 1\n");
        replay(conversation, "000", "107");
        desk.desire(SUPERVISOR, wanted);
        assertThat(desk.store.markFailed(SUPERVISOR, wanted)).isTrue();
        desk.desk.pushes().push(session());
        assertThat(sent.messages).isEmpty();

        assertThat(desk.store.requestResync(SUPERVISOR, desk.clock.instant())).isTrue();
        desk.desk.pushes().push(session());
        assertThat(sent.messages).hasSize(1);
        assertThat(sent.messages.getFirst().getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(sent.messages.getFirst().hasRemoteConfig()).isTrue();
        desk.desk.pushes().push(session());
        assertThat(sent.messages).hasSize(1);
        assertThat(desk.agent(SUPERVISOR).upkeep().resyncRequested()).isEmpty();
    }

    @Test
    void aResyncThatNobodyHeardOfWaitsForTheNextConnection() {
        Conversation first = connect();
        replay(first, "000", "107");
        first.end(DisconnectCause.NETWORK);
        assertThat(desk.store.requestResync(SUPERVISOR, desk.clock.instant())).isTrue();
        Conversation second = connect();
        // Says who it is, which alone would do.
        AgentToServer described =
                Recording.agent("websocket", "123", "123").getFirst().agentMessage();
        assertThat(Desk.answer(second, described).getFlags() & Answers.FULL_STATE)
                .isEqualTo(Answers.FULL_STATE);
        assertThat(heartbeat(second, described.getSequenceNum() + 1).getFlags()).isZero();
        assertThat(List.copyOf(desk.eventTypes(SUPERVISOR))).contains("connected");
    }
}
