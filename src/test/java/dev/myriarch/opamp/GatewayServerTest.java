package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.auth.EnrollmentAuthenticator;
import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.auth.pg.ApiTokenStorePg;
import dev.myriarch.auth.pg.EnrollmentTokenStorePg;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentDisconnect;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that speak for many agents, and those that may not. */
class GatewayServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final String GATEWAY = "myre_" + "g".repeat(32);
    private static final String PLAIN = "myre_" + "p".repeat(32);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final DirectBus bus = new DirectBus();
    private final TestReplica replica;

    GatewayServerTest() throws IOException {
        DATABASE.clear(List.of("agents", "enrollment_tokens"));
        EnrollmentTokenStorePg tokens = new EnrollmentTokenStorePg(DATABASE.database());
        TokenIssuer issuer =
                new TokenIssuer(new ApiTokenStorePg(DATABASE.database()), tokens, clock);
        Map<String, String> labels = Map.of("via", "gateway");
        assertThat(issuer.ensureEnrollmentToken(GATEWAY, "gateway", labels, true)).isTrue();
        assertThat(issuer.ensureEnrollmentToken(PLAIN, "plain", Map.of())).isTrue();
        replica =
                new TestReplica(
                        DATABASE.database(),
                        new EnrollmentAuthenticator(
                                true,
                                tokens,
                                clock,
                                failure -> {
                                    throw new AssertionError(failure);
                                }),
                        bus,
                        clock,
                        OpampSettings.defaults("r1"));
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentId id(int number) {
        return new AgentId(new UUID(8, number));
    }

    private static AgentToServer.Builder message(int number, long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id(number).toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(Fixture.CAPABILITIES);
    }

    private static AgentToServer described(int number) {
        return message(number, 0)
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("host.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("h" + number))))
                .build();
    }

    private boolean online(int number) {
        return store.find(id(number)).orElseThrow().connection().online();
    }

    @Test
    void aGatewaySpeaksForManyAgentsAndEachHasItsOwnState() throws Exception {
        TestReplica.Socket gateway = replica.connect(GATEWAY);
        for (int number = 0; number < 50; number++) {
            assertThat(gateway.ask(described(number)).getInstanceUid())
                    .isEqualTo(ByteString.copyFrom(id(number).toBytes()));
        }
        assertThat(store.find(id(7)).orElseThrow().description().labels())
                .containsEntry("via", "gateway");
        // Their numbers have nothing to do with each other.
        assertThat(gateway.ask(message(3, 1).build()).getFlags()).isZero();
        assertThat(gateway.ask(message(4, 1).build()).getFlags()).isZero();
        assertThat(gateway.ask(message(3, 5).build()).getFlags()).isEqualTo(Answers.FULL_STATE);

        assertThat(store.requestRestart(id(5), clock.instant())).isTrue();
        bus.publish(new BusEvent.AgentCommanded(List.of(id(5))));
        ServerToAgent pushed = gateway.next();
        assertThat(pushed.hasCommand()).isTrue();
        assertThat(pushed.getInstanceUid()).isEqualTo(ByteString.copyFrom(id(5).toBytes()));

        // One of them goes, and the others stay.
        gateway.ask(message(9, 1).setAgentDisconnect(AgentDisconnect.getDefaultInstance()).build());
        Await.until("one is offline", TestReplica.LIMIT, () -> !online(9));
        assertThat(gateway.ask(message(8, 1).build()).hasErrorResponse()).isFalse();
        assertThat(online(8)).isTrue();

        gateway.abort();
        Await.until("all are offline", TestReplica.LIMIT, () -> !online(8) && !online(0));
    }

    @Test
    void withoutSuchATokenAConnectionSpeaksForOneAgent() throws Exception {
        TestReplica.Socket agent = replica.connect(PLAIN);
        assertThat(agent.ask(described(1)).hasErrorResponse()).isFalse();
        assertThat(agent.ask(described(2)).getErrorResponse().getErrorMessage())
                .isEqualTo("a connection speaks for one instance UID");
        assertThat(agent.closeCode()).isEqualTo(SessionDesk.CLOSE_POLICY);
        assertThat(store.find(id(2))).isEmpty();
    }

    @Test
    void aGatewayIsBounded() throws Exception {
        TestReplica.Socket gateway = replica.connect(GATEWAY);
        for (int number = 0; number < 1000; number++) {
            gateway.send(described(number));
        }
        for (int number = 0; number < 1000; number++) {
            assertThat(gateway.next().hasErrorResponse()).isFalse();
        }
        assertThat(gateway.ask(described(1000)).getErrorResponse().hasRetryInfo()).isTrue();
        assertThat(gateway.ask(message(1, 1).build()).hasErrorResponse()).isFalse();
    }
}
