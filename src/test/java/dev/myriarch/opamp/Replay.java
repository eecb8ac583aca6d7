package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.Agent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.util.Optional;

/** Plays recorded messages to the server, and reads what they hold. */
final class Replay {
    /** The agent of the folder {@code websocket}. */
    static final AgentId SUPERVISOR =
            AgentId.parse("01a22a62-1ef2-7cec-afb3-7e86113adda6").orElseThrow();

    private Replay() {}

    /** The hash that the agent says it applies, as the recording server offered it. */
    static ConfigHash offered(String agentMessage) {
        return Recording.agent("websocket", agentMessage, agentMessage).stream()
                .map(Recording::agentMessage)
                .map(m ->
                        ConfigHash.ofBytes(
                                m.getRemoteConfigStatus().getLastRemoteConfigHash().toByteArray()))
                .findFirst()
                .orElseThrow();
    }

    /** Lets every assignment want a configuration. */
    static void wants(Desk desk, ConfigHash hash) {
        desk.rendered.put(hash, new byte[] {'a'});
        desk.desired = Optional.of(hash);
    }

    /** Plays the messages of the agent, both ends included; returns the last answer. */
    static ServerToAgent replay(
            Desk desk, Conversation conversation, String folder, String first, String last) {
        ServerToAgent answer = ServerToAgent.getDefaultInstance();
        for (Recording recording : Recording.agent(folder, first, last)) {
            AgentToServer message = recording.agentMessage();
            desk.clock.set(Fixture.NOW.plusMillis(recording.millis()));
            answer = Desk.answer(conversation, message);
            assertThat(answer.hasErrorResponse()).as(recording.name()).isFalse();
            assertThat(answer.getInstanceUid()).isEqualTo(message.getInstanceUid());
            assertThat(answer.getCapabilities()).isEqualTo(0x1F);
        }
        return answer;
    }

    static RemoteConfigStatus status(Agent agent) {
        return agent.reported().remoteConfig().orElseThrow().status();
    }

    static AgentId id(Recording recording) {
        ByteString uid = recording.agentMessage().getInstanceUid();
        return AgentId.ofBytes(uid.toByteArray()).orElseThrow();
    }
}
