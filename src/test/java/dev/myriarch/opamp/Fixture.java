package dev.myriarch.opamp;

import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.DescriptionReport;
import dev.myriarch.opamp.AgentMessage.RemoteConfigReport;
import dev.myriarch.opamp.AgentMessage.Report;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Messages and sessions that the tests of the decisions start from. */
final class Fixture {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    static final AgentId ID = new AgentId(new UUID(1, 2));
    static final ConfigHash NEW = new ConfigHash("aa".repeat(32));
    static final ConfigHash OLD = new ConfigHash("bb".repeat(32));

    /** What a real supervisor announces. */
    static final long CAPABILITIES = 0x7d47;

    static final Map<String, String> IDENTIFYING =
            Map.of("service.name", "otelcol", "service.version", "0.149.0");
    static final Map<String, String> OTHERS = Map.of("host.name", "edge-1", "os.type", "linux");

    private Fixture() {}

    static AgentMessage heartbeat(long sequence) {
        return message(sequence, Report.empty());
    }

    static AgentMessage message(long sequence, Report report) {
        return new AgentMessage(ID, sequence, CAPABILITIES, false, false, report);
    }

    static AgentMessage described(long sequence) {
        return message(sequence, description(IDENTIFYING, OTHERS));
    }

    static Report description(Map<String, String> identifying, Map<String, String> others) {
        return new Report(
                Optional.of(
                        new DescriptionReport(
                                KeptAttributes.whole(identifying), KeptAttributes.whole(others))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static AgentMessage status(long sequence, ConfigHash hash, RemoteConfigStatus status) {
        return message(
                sequence,
                new Report(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new RemoteConfigReport(Optional.of(hash), status, "")),
                        Optional.empty()));
    }

    /** A session in the middle of its life: the next sequence number is 8. */
    static SessionState session(KnownAgent agent) {
        return SessionState.start(ID, Transport.WEBSOCKET, agent, NOW).withSequence(7);
    }

    static SessionState pooled(KnownAgent agent) {
        return SessionState.start(ID, Transport.HTTP, agent, NOW).withSequence(7);
    }

    static KnownAgent collector(
            Optional<ConfigHash> desired, Optional<Reported.RemoteConfig> status) {
        return new KnownAgent(
                true,
                AgentKind.COLLECTOR,
                CAPABILITIES,
                DescriptionSummary.of(IDENTIFYING, OTHERS),
                new KnownAgent.Wanted(Optional.of("edge"), desired, Optional.empty()),
                status,
                KnownAgent.Contents.NOTHING,
                Upkeep.NONE);
    }

    static Optional<Reported.RemoteConfig> reported(ConfigHash hash, RemoteConfigStatus status) {
        return Optional.of(new Reported.RemoteConfig(Optional.of(hash), status, "", NOW));
    }
}
