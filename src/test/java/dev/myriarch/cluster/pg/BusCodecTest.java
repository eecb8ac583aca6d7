package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BusCodecTest {
    private static final AgentId AGENT = new AgentId(new UUID(1, 2));

    private static BusCodec.Envelope envelope(BusEvent event) {
        return new BusCodec.Envelope(
                new UUID(3, 4), Instant.parse("2026-01-02T03:04:05.678Z"), "replica-1", event);
    }

    static Stream<BusEvent> events() {
        return Stream.of(
                new BusEvent.AgentStateChanged(List.of(AGENT)),
                new BusEvent.AgentRemoved(AGENT),
                new BusEvent.DesiredStateChanged(List.of(AGENT, new AgentId(new UUID(5, 6)))),
                new BusEvent.AssignmentChanged(List.of()),
                new BusEvent.AgentCommanded(List.of(AGENT)),
                new BusEvent.AgentMoved(AGENT, "r2"),
                new BusEvent.GitopsSynced("abc", true),
                new BusEvent.GitopsSyncRequested(),
                new BusEvent.CredentialsChanged(),
                new BusEvent.EnrollmentTokensChanged());
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventArrivesAsItWasSent(BusEvent event) {
        String text = BusCodec.encode(envelope(event)).orElseThrow();
        assertThat(BusCodec.decode(text)).isEqualTo(new BusCodec.Decoded.Known(envelope(event)));
    }

    @Test
    void formOnTheWireIsStable() {
        assertThat(BusCodec.encode(envelope(new BusEvent.AgentRemoved(AGENT))).orElseThrow())
                .isEqualTo(
                        "{\"id\":\"00000000-0000-0003-0000-000000000004\","
                                + "\"time\":\"2026-01-02T03:04:05.678Z\",\"origin\":\"replica-1\","
                                + "\"agents\":[\"00000000-0000-0001-0000-000000000002\"],"
                                + "\"type\":\"agent_removed\"}");
    }

    @Test
    void fullListFitsAndWhatIsTooLongDoesNot() {
        List<AgentId> full = Stream.generate(() -> AGENT).limit(Outbox.AGENTS_PER_EVENT).toList();
        String text =
                BusCodec.encode(envelope(new BusEvent.DesiredStateChanged(full))).orElseThrow();
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(BusCodec.MOST_BYTES);
        assertThat(BusCodec.encode(envelope(new BusEvent.GitopsSynced("ä".repeat(3_700), true))))
                .isEmpty();
    }

    @Test
    void localEventIsNotEncoded() {
        assertThat(BusCodec.encode(envelope(new BusEvent.BusReconnected())))
                .isEqualTo(Optional.empty());
    }

    @Test
    void typeOfANewerVersionIsUnknown() {
        assertThat(BusCodec.decode("{\"type\":\"rollout_paused\",\"rollout\":1}"))
                .isEqualTo(new BusCodec.Decoded.UnknownType("rollout_paused"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"type\":1}",
                "{\"type\":\"agent_removed\",\"agents\":[]}",
                "{\"type\":\"agent_removed\",\"agents\":[\"x\"]}",
                "{\"type\":\"gitops_synced\"}",
                "{\"type\":\"credentials_changed\",\"id\":\"x\",\"time\":\"x\",\"origin\":\"x\"}",
            })
    void rubbishIsMalformed(String text) {
        assertThat(BusCodec.decode(text)).isInstanceOf(BusCodec.Decoded.Malformed.class);
    }
}
