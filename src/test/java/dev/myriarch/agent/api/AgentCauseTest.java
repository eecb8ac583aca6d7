package dev.myriarch.agent.api;

import static dev.myriarch.agent.api.SampleAgents.NEW;
import static dev.myriarch.agent.api.SampleAgents.OLD;
import static dev.myriarch.agent.api.SampleAgents.assignment;
import static dev.myriarch.agent.api.SampleAgents.description;
import static dev.myriarch.agent.api.SampleAgents.healthy;
import static dev.myriarch.agent.api.SampleAgents.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AgentCauseTest {
    private static final Agent FAILED =
            with(healthy(), assignment("failed", Optional.of(NEW), Optional.of(NEW)));

    @Test
    void anAgentAsItShouldBeHasNoCause() {
        assertThat(AgentCause.of(healthy())).isEmpty();
    }

    @Test
    void aFailedConfigurationComesFirst() {
        Agent agent =
                with(
                        with(FAILED, offline(DisconnectCause.NETWORK)),
                        remote(RemoteConfigStatus.FAILED, NEW, "bad exporter\n  at line 3"));

        assertThat(AgentCause.of(agent))
                .contains("configuration 22222222 failed: bad exporter at line 3");
        assertThat(AgentCause.of(FAILED))
                .contains("configuration 22222222 failed, the agent gave no reason");
    }

    @Test
    void aMessageWithoutEndIsCut() {
        Agent agent = with(FAILED, remote(RemoteConfigStatus.FAILED, NEW, "x".repeat(5000)));

        assertThat(AgentCause.of(agent))
                .hasValueSatisfying(cause -> assertThat(cause).hasSize(300).endsWith("…"));
    }

    @Test
    void aQuarantineSaysWhy() {
        Upkeep.Conflict conflict = new Upkeep.Conflict(SampleAgents.NOW, 3, "two machines");

        assertThat(AgentCause.of(claimed(conflict)))
                .contains("quarantined: its instance id is claimed again and again: two machines");
        assertThat(AgentCause.of(claimed(new Upkeep.Conflict(SampleAgents.NOW, 2, "once"))))
                .isEmpty();
    }

    private static Agent claimed(Upkeep.Conflict conflict) {
        Agent agent = healthy();
        return new Agent(
                agent.id(),
                agent.kind(),
                agent.description(),
                agent.connection(),
                agent.reported(),
                agent.assignment(),
                agent.credential(),
                agent.createdAt(),
                new Upkeep(Optional.empty(), Optional.empty(), Optional.of(conflict)));
    }

    @Test
    void aConfigurationThatIsNotWhatTheAgentSaysIsACause() {
        assertThat(AgentCause.of(with(healthy(), compared(ConfigProof.Result.DIFFERS))))
                .contains("runs another configuration than it says: exporters.e.k");
        assertThat(AgentCause.of(with(healthy(), compared(ConfigProof.Result.LEFT_OUT)))).isEmpty();
        // Of another offer.
        Agent changed =
                with(
                        with(healthy(), compared(ConfigProof.Result.DIFFERS)),
                        assignment("in_sync", Optional.of(OLD), Optional.of(OLD)));
        assertThat(AgentCause.of(changed)).isEmpty();
    }

    private static Reported compared(ConfigProof.Result result) {
        Reported reported = healthy().reported();
        ConfigHash report = new ConfigHash("33".repeat(32));
        return new Reported(
                reported.healthy(),
                reported.health(),
                reported.healthAt(),
                Optional.of(report),
                reported.effectiveConfigAt(),
                reported.components(),
                reported.remoteConfig(),
                Optional.of(
                        new ConfigProof(
                                result,
                                NEW,
                                report,
                                List.of(new ConfigProof.Difference("exporters.e.k", "1", "2")),
                                List.of())),
                Optional.empty());
    }

    @Test
    void anAssignmentErrorTellsWhetherSomethingRuns() {
        assertThat(AgentCause.of(with(healthy(), error(Optional.empty()))))
                .contains("no configuration: parameter endpoint is missing");
        assertThat(AgentCause.of(with(healthy(), error(Optional.of(OLD)))))
                .contains("keeps an older configuration: parameter endpoint is missing");
    }

    @Test
    void offlineTellsSinceWhenAndWhoseFault() {
        Agent agent = with(healthy(), offline(DisconnectCause.REPLICA_LOST));

        assertThat(AgentCause.of(agent))
                .contains(
                        "offline since 2026-01-31T12:00:00Z: the server it was connected to is"
                                + " gone");
    }

    @Test
    void unhealthyNamesTheInnermostComponent() {
        String tree =
                """
                {"healthy": false, "status": "StatusRecoverableError", "components": {
                  "extensions": {"healthy": true, "components": {}},
                  "pipeline:traces": {"healthy": false, "components": {
                    "receiver:otlp": {"healthy": true},
                    "exporter:otlp": {"healthy": false, "lastError": "connection refused"}}}}}
                """;

        assertThat(AgentCause.of(with(healthy(), health(tree))))
                .contains("unhealthy: pipeline:traces / exporter:otlp: connection refused");
        assertThat(AgentCause.of(with(healthy(), health("{\"healthy\": false}"))))
                .contains("unhealthy, the agent gave no reason");
        assertThat(
                        AgentCause.of(
                                with(
                                        healthy(),
                                        health("{\"healthy\":false,\"lastError\":\"no disk\"}"))))
                .contains("unhealthy: no disk");
    }

    @Test
    void driftNamesBothConfigurations() {
        assertThat(cause("drift", Optional.of(NEW), Optional.of(OLD)))
                .contains("configuration 22222222 is assigned, 11111111 is offered");
        assertThat(cause("drift", Optional.of(NEW), Optional.empty()))
                .contains("configuration 22222222 is assigned, nothing is offered yet");
        assertThat(cause("drift", Optional.empty(), Optional.of(OLD)))
                .contains("no configuration is assigned any more, 11111111 is offered");
    }

    @Test
    void pendingTellsWhomItWaitsFor() {
        Agent pending = with(healthy(), assignment("pending", Optional.of(NEW), Optional.of(NEW)));

        assertThat(AgentCause.of(pending))
                .contains("waits for the agent to take configuration 22222222");
        assertThat(AgentCause.of(with(pending, remote(RemoteConfigStatus.APPLYING, NEW, ""))))
                .contains("applies configuration 22222222");
        assertThat(AgentCause.of(with(pending, remote(RemoteConfigStatus.APPLYING, OLD, ""))))
                .contains("waits for the agent to take configuration 22222222");
        assertThat(AgentCause.of(with(pending, description(0b1))))
                .contains(
                        "cannot be configured: the agent does not have the capability"
                                + " AcceptsRemoteConfig");
    }

    @Test
    void aCollectorWithoutAFleetSaysSo() {
        Assignment none =
                new Assignment(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        Optional.empty(),
                        "none");

        assertThat(AgentCause.of(with(healthy(), none))).contains("belongs to no fleet");
    }

    private static Optional<String> cause(
            String sync, Optional<ConfigHash> assigned, Optional<ConfigHash> desired) {
        return AgentCause.of(with(healthy(), assignment(sync, assigned, desired)));
    }

    private static Assignment error(Optional<ConfigHash> assigned) {
        return new Assignment(
                Optional.of("edge"),
                assigned,
                assigned,
                Optional.empty(),
                Optional.empty(),
                "parameter endpoint is missing",
                Optional.empty(),
                assigned.isPresent() ? "in_sync" : "none");
    }

    private static Connection offline(DisconnectCause cause) {
        return new Connection(
                false,
                Optional.of("replica-1"),
                Optional.of("websocket"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Instant.parse("2026-01-31T12:00:00.900Z")),
                Optional.of(cause),
                Optional.empty());
    }

    private static Reported health(String tree) {
        return new Reported(
                Optional.of(false),
                Optional.of(Json.read(tree)),
                Optional.of(SampleAgents.NOW),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Reported remote(RemoteConfigStatus status, ConfigHash hash, String error) {
        return new Reported(
                Optional.of(true),
                Optional.empty(),
                Optional.of(SampleAgents.NOW),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(
                        new Reported.RemoteConfig(
                                Optional.of(hash), status, error, SampleAgents.NOW)));
    }
}
