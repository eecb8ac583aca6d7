package dev.myriarch.opamp;

import static dev.myriarch.opamp.Replay.SUPERVISOR;
import static dev.myriarch.opamp.Replay.offered;
import static dev.myriarch.opamp.Replay.replay;
import static dev.myriarch.opamp.Replay.wants;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A description is news only once, so what could not be done with it is owed. */
class FailedAssignmentPgTest {
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
    void anAssignmentThatFailedIsMadeWithTheNextMessage() {
        wants(desk, offered("002"));
        desk.assignmentFails = true;
        Conversation conversation = desk.websocket();
        assertThat(replay(desk, conversation, "websocket", "000", "000").hasRemoteConfig())
                .isFalse();
        desk.assignmentFails = false;

        ServerToAgent next =
                Desk.answer(
                        conversation,
                        Recording.agent("websocket", "000", "000")
                                .getFirst()
                                .agentMessage()
                                .toBuilder()
                                .setSequenceNum(1)
                                .build());

        assertThat(next.hasRemoteConfig()).isTrue();
        assertThat(desk.assigned).containsExactly(SUPERVISOR);
    }

    @Test
    void anAssignmentThatFailedIsMadeWithoutAnotherMessage() {
        wants(desk, offered("002"));
        desk.assignmentFails = true;
        Desk.Sent sent = new Desk.Sent();
        Conversation conversation =
                desk.conversation(Desk.TOKEN, "192.0.2.1", Transport.WEBSOCKET, sent);
        replay(desk, conversation, "websocket", "000", "000");
        desk.assignmentFails = false;

        List<AgentSession> owed = desk.desk.pushes().takeOwed();
        owed.forEach(desk.desk.pushes()::push);

        assertThat(owed).extracting(AgentSession::id).containsExactly(SUPERVISOR);
        assertThat(desk.assigned).containsExactly(SUPERVISOR);
        assertThat(sent.messages)
                .singleElement()
                .satisfies(message -> assertThat(message.hasRemoteConfig()).isTrue());
        assertThat(desk.desk.pushes().takeOwed()).isEmpty();
    }

    @Test
    void anAssignmentThatFailedIsMadeOnTheNextConnection() {
        wants(desk, offered("002"));
        desk.assignmentFails = true;
        replay(desk, desk.websocket(), "websocket", "000", "000");
        desk.assignmentFails = false;

        replay(desk, desk.websocket(), "websocket", "123", "123");

        assertThat(desk.assigned).containsExactly(SUPERVISOR);
        assertThat(desk.agent(SUPERVISOR).assignment().desired()).contains(offered("002"));
    }
}
