package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that showed a certificate, and whose connections outlive it. */
class CertificateEndServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant END = Instant.parse("2026-03-01T11:00:00Z");
    private static final AgentId ID = new AgentId(new UUID(12, 1));

    private final SettableClock clock = new SettableClock(END.minusSeconds(60));
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final TestReplica replica;

    CertificateEndServerTest() throws IOException {
        DATABASE.clear(List.of("agents"));
        replica =
                new TestReplica(
                        DATABASE.database(),
                        LastingTokens.everybody("none"),
                        new DirectBus(),
                        clock,
                        OpampSettings.defaults("r1"),
                        _ -> new AgentCredentials.Certificate.Verified("CN=agent-7", END));
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentToServer message(long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ID.toBytes()))
                .setSequenceNum(sequence)
                .setAgentDescription(AgentDescription.getDefaultInstance())
                .build();
    }

    @Test
    void aConnectionEndsWithTheCertificateThatLetItIn() throws Exception {
        TestReplica.Socket socket = replica.connect("none");
        assertThat(socket.ask(message(0)).hasErrorResponse()).isFalse();
        assertThat(store.find(ID).orElseThrow().credential()).isEqualTo("certificate:CN=agent-7");
        clock.advance(Duration.between(clock.instant(), END));
        replica.server.checkCredentials();
        assertThat(socket.ask(message(1)).hasErrorResponse()).isFalse();

        clock.advance(Duration.ofSeconds(1));
        replica.server.checkCredentials();
        assertThat(socket.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        Await.until(
                "the event",
                TestReplica.LIMIT,
                () -> store.events(ID, 1).getFirst().type().equals("disconnected"));
        AgentEvent last = store.events(ID, 1).getFirst();
        assertThat(last.text()).isEqualTo("its certificate has expired");
        assertThat(last.details().entries()).containsEntry("reason", Value.of("credential_ended"));
        assertThat(store.find(ID).orElseThrow().connection().online()).isFalse();
        assertThat(replica.admits("none")).isFalse();
    }

    @Test
    void pollsOnAConnectionThatOutlivesTheCertificateAreRefused() throws Exception {
        assertThat(replica.poll("none", message(0))).isEqualTo(200);
        clock.advance(Duration.ofSeconds(61));
        assertThat(replica.poll("none", message(1))).isEqualTo(401);
        replica.server.checkCredentials();
        assertThat(replica.metrics.expose()).contains("myriarch_opamp_sessions 0");
    }
}
