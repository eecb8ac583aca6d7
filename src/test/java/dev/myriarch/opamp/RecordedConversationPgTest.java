package dev.myriarch.opamp;

import static dev.myriarch.opamp.Replay.SUPERVISOR;
import static dev.myriarch.opamp.Replay.id;
import static dev.myriarch.opamp.Replay.offered;
import static dev.myriarch.opamp.Replay.replay;
import static dev.myriarch.opamp.Replay.status;
import static dev.myriarch.opamp.Replay.wants;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A real supervisor talks, and we listen (see the README of the recordings). */
class RecordedConversationPgTest {
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

    @Test
    void aFirstContactRegistersIsAssignedAndOffered() {
        ConfigHash one = offered("002");
        wants(desk, one);
        ServerToAgent answer = replay(desk, desk.websocket(), "websocket", "000", "000");

        Agent agent = desk.agent(SUPERVISOR);
        assertThat(agent.kind()).isEqualTo(AgentKind.COLLECTOR);
        assertThat(agent.connection().online()).isTrue();
        assertThat(agent.description().version()).isEqualTo("0.149.0");
        assertThat(agent.description().labels()).containsEntry("site", "lab");
        assertThat(agent.credential()).isEqualTo("token:1");
        assertThat(agent.reported().healthy()).isEmpty();
        assertThat(agent.reported().effectiveConfig()).isPresent();
        assertThat(desk.assigned).containsOnly(SUPERVISOR);
        // The component set is not known yet; the description was there.
        assertThat(answer.getFlags()).isEqualTo(Answers.COMPONENTS);
        assertThat(answer.getRemoteConfig().getConfigHash().toByteArray()).isEqualTo(one.toBytes());
        assertThat(answer.getRemoteConfig().getConfig().getConfigMapMap())
                .containsOnlyKeys("myriarch.yaml");
        assertThat(
                        answer.getRemoteConfig()
                                .getConfig()
                                .getConfigMapOrThrow("myriarch.yaml")
                                .getContentType())
                .isEqualTo("text/yaml");
        assertThat(desk.eventTypes(SUPERVISOR)).containsExactly("registered", "config_offered");
    }

    @Test
    void applyingThenAppliedAreStoredAndNothingIsOfferedAgain() {
        ConfigHash one = offered("002");
        wants(desk, one);
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "websocket", "000", "002");
        assertThat(status(desk.agent(SUPERVISOR))).isEqualTo(RemoteConfigStatus.APPLYING);
        assertThat(replay(desk, conversation, "websocket", "004", "004").hasRemoteConfig())
                .isFalse();
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(true);
        ServerToAgent answer = replay(desk, conversation, "websocket", "006", "006");
        assertThat(answer.hasRemoteConfig()).isFalse();
        assertThat(status(desk.agent(SUPERVISOR))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.eventTypes(SUPERVISOR)).endsWith("config_applied");

        int assignments = desk.assigned.size();
        replay(desk, conversation, "websocket", "009", "009");
        ConfigHash set = desk.agent(SUPERVISOR).reported().components().orElseThrow().set();
        assertThat(desk.store.components(set).orElseThrow()).containsKey("receivers");
        assertThat(desk.assigned).hasSize(assignments + 1);
        // The full state repeats everything, and nothing of it is news.
        desk.database.takeStatements();
        replay(desk, conversation, "websocket", "012", "012");
        assertThat(desk.database.takeStatements()).isEmpty();
    }

    @Test
    void aFailedConfigurationIsMarkedAndNotOfferedAgainWhileTheCollectorCrashes() {
        ConfigHash broken = offered("026");
        Conversation conversation = desk.websocket();
        wants(desk, offered("002"));
        replay(desk, conversation, "websocket", "000", "023");
        desk.desire(SUPERVISOR, broken);
        desk.rendered.put(broken, new byte[] {'b'});
        desk.sessions.find(SUPERVISOR).orElseThrow().wantRefresh();

        replay(desk, conversation, "websocket", "026", "034");
        Agent agent = desk.agent(SUPERVISOR);
        assertThat(status(agent)).isEqualTo(RemoteConfigStatus.FAILED);
        assertThat(agent.assignment().failed()).contains(broken);
        assertThat(agent.reported().healthy()).contains(false);
        assertThat(desk.eventTypes(SUPERVISOR)).contains("config_failed", "health_changed");

        for (Recording crash : Recording.agent("websocket", "036", "040")) {
            desk.clock.advance(Duration.ofMinutes(2));
            assertThat(Desk.answer(conversation, crash.agentMessage()).hasRemoteConfig()).isFalse();
        }
    }

    @Test
    void aGoodConfigurationAfterABrokenOneIsOfferedAndApplied() {
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "websocket", "000", "040");
        ConfigHash two = offered("043");
        desk.rendered.put(two, new byte[] {'c'});
        desk.desire(SUPERVISOR, two);
        AgentSession session = desk.sessions.find(SUPERVISOR).orElseThrow();
        desk.desk.pushes().push(session);
        Desk.Sent sent = (Desk.Sent) session.channel().orElseThrow();
        assertThat(sent.messages).hasSize(1);
        assertThat(sent.messages.getFirst().hasRemoteConfig()).isTrue();
        replay(desk, conversation, "websocket", "043", "051");
        assertThat(status(desk.agent(SUPERVISOR))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(true);
    }

    @Test
    void aCrashLoopIsSeenAndTheRecoveryToo() {
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "websocket", "000", "098");
        assertThat(status(desk.agent(SUPERVISOR))).isEqualTo(RemoteConfigStatus.FAILED);
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(false);
        replay(desk, conversation, "websocket", "101", "107");
        assertThat(status(desk.agent(SUPERVISOR))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(true);
    }

    @Test
    void anAgentThatChangesItsConnectionSettingsStartsAgainWithItsHealthKept() {
        Conversation first = desk.websocket();
        replay(desk, first, "websocket", "000", "121");
        Agent gone = desk.agent(SUPERVISOR);
        assertThat(gone.connection().online()).isFalse();
        assertThat(gone.connection().cause()).contains(DisconnectCause.AGENT);

        Conversation second = desk.websocket();
        ServerToAgent answer = replay(desk, second, "websocket", "123", "123");
        assertThat(answer.getFlags() & Answers.FULL_STATE).isZero();
        assertThat(desk.agent(SUPERVISOR).connection().online()).isTrue();
        // No health comes with the new connection, so the known one stands.
        assertThat(desk.agent(SUPERVISOR).reported().healthy()).contains(true);
        replay(desk, second, "websocket", "125", "125");
        desk.database.takeStatements();
        replay(desk, second, "websocket", "127", "131");
        assertThat(desk.database.takeStatements()).isEmpty();
    }

    @Test
    void aNewInstanceUidOnTheSameConnectionEndsTheOldOne() {
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "websocket", "123", "131");
        AgentToServer renamed =
                Recording.agent("websocket", "134", "134").getFirst().agentMessage();
        AgentId newId = AgentId.ofBytes(renamed.getInstanceUid().toByteArray()).orElseThrow();
        conversation.expect(SUPERVISOR, newId);
        replay(desk, conversation, "websocket", "134", "152");

        assertThat(desk.agent(newId).connection().online()).isTrue();
        assertThat(status(desk.agent(newId))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.agent(SUPERVISOR).connection().online()).isFalse();
        assertThat(desk.agent(SUPERVISOR).connection().cause()).contains(DisconnectCause.AGENT);
        assertThat(desk.sessions.find(SUPERVISOR)).isEmpty();
    }

    @Test
    void aUidThatNobodyIssuedClosesTheConnection() {
        Conversation conversation = desk.websocket();
        replay(desk, conversation, "websocket", "123", "131");
        AgentToServer renamed =
                Recording.agent("websocket", "134", "134").getFirst().agentMessage();
        assertThat(conversation.receive(renamed)).isInstanceOf(Conversation.Reply.Close.class);
        assertThat(desk.agents()).isEqualTo(1);
    }

    @Test
    void aServerWithoutMemoryAsksForTheFullState() {
        ServerToAgent answer = replay(desk, desk.websocket(), "restart", "b-000", "b-000");
        assertThat(answer.getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(desk.agents()).isZero();
    }

    @Test
    void aServerThatRemembersAsksAsWellAndKeepsWhatItKnows() {
        replay(desk, desk.websocket(), "restart", "a-000", "a-014");
        AgentId id = id(Recording.agent("restart", "a-000", "a-000").getFirst());
        ServerToAgent answer = replay(desk, desk.websocket(), "restart", "b-000", "b-000");
        assertThat(answer.getFlags() & Answers.FULL_STATE).isEqualTo(Answers.FULL_STATE);
        assertThat(status(desk.agent(id))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.agent(id).connection().online()).isTrue();
    }

    @Test
    void aSupervisorThatIsShutDownIsAPlannedStop() {
        Conversation first = desk.websocket();
        replay(desk, first, "restart", "a-000", "a-014");
        Conversation second = desk.websocket();
        replay(desk, second, "restart", "b-000", "b-006");
        AgentId id = id(Recording.agent("restart", "a-000", "a-000").getFirst());
        Agent agent = desk.agent(id);
        assertThat(agent.connection().online()).isFalse();
        assertThat(agent.connection().cause()).contains(DisconnectCause.AGENT);
        // The health from before the stop stays, with its age.
        assertThat(agent.reported().healthy()).contains(true);
        assertThat(agent.reported().health().toString())
                .contains("StatusOK")
                .doesNotContain("Supervisor is shutdown");
        assertThat(agent.reported().healthAt().orElseThrow())
                .isBefore(agent.connection().disconnectedAt().orElseThrow());
        AgentEvent last = desk.store.events(id, 1).getFirst();
        assertThat(last.text()).isEqualTo("planned stop of the agent");
        assertThat(last.severity()).isEqualTo("info");
        // The end of the socket, and of the one that was replaced, changes nothing more.
        second.end(DisconnectCause.NETWORK);
        first.end(DisconnectCause.NETWORK);
        assertThat(desk.agent(id).connection().cause()).contains(DisconnectCause.AGENT);

        replay(desk, desk.websocket(), "restart", "b-008", "b-016");
        assertThat(desk.agent(id).connection().online()).isTrue();
        assertThat(desk.agent(id).reported().healthy()).contains(true);
        assertThat(status(desk.agent(id))).isEqualTo(RemoteConfigStatus.APPLIED);
        // Only that it was killed in between was news.
        assertThat(desk.eventTypes(id)).filteredOn("health_changed"::equals).hasSize(2);
    }

    @Test
    void aCollectorThatIsKilledIsUnhealthyUntilItRunsAgain() {
        Conversation conversation = desk.websocket();
        AgentId id = id(Recording.agent("restart", "a-000", "a-000").getFirst());
        replay(desk, conversation, "restart", "a-000", "a-012");
        assertThat(desk.agent(id).reported().healthy()).contains(false);
        replay(desk, conversation, "restart", "a-014", "a-014");
        assertThat(desk.agent(id).reported().healthy()).contains(true);
        assertThat(desk.eventTypes(id)).endsWith("health_changed", "health_changed");
    }

    @Test
    void pollsOfOneAgentShareASession() {
        wants(desk, offered("002"));
        List<Recording> polls = Recording.agent("http", "000", "008");
        AgentId id = id(polls.getFirst());
        for (Recording poll : polls) {
            desk.clock.set(Fixture.NOW.plusMillis(poll.millis()));
            if (poll.name().equals("008")) {
                desk.database.takeStatements();
            }
            ServerToAgent answer =
                    Desk.answer(
                            desk.conversation(
                                    Desk.TOKEN, "192.0.2.1", Transport.HTTP, new Desk.Sent()),
                            poll.agentMessage());
            assertThat(answer.hasRemoteConfig()).isEqualTo(poll.name().equals("000"));
            assertThat(answer.getFlags() & Answers.FULL_STATE).isZero();
        }
        assertThat(desk.database.takeStatements()).isEmpty();
        assertThat(status(desk.agent(id))).isEqualTo(RemoteConfigStatus.APPLIED);
        assertThat(desk.agent(id).connection().transport()).contains("http");
    }
}
