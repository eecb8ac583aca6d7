package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.Principal;
import dev.myriarch.auth.Role;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.gen.ActionDto;
import dev.myriarch.gen.AgentDetailDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.json.Json;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AgentActionsServerTest {
    private static final String AGENT = "/agents/" + SampleAgents.ID;
    private static final long ACCEPTS_RESTART = 0x400;
    private static final TestDatabase DATABASE = TestDatabase.create();

    private final StoredAgents stored = new StoredAgents(DATABASE);
    private final DirectBus bus = new DirectBus();
    private ApiServer server;

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @BeforeEach
    void start() throws IOException {
        DATABASE.clear(List.of("audit_events"));
        ApiFilter signedIn =
                (request, next) -> {
                    request.attribute(
                            Principal.class, new Principal("user:1", "Alice", Role.OPERATOR));
                    return next.handle(request);
                };
        server =
                ApiServer.start(
                        new AgentHandlers(
                                        stored.agents,
                                        stored.configs::find,
                                        (_, _) -> Optional.empty(),
                                        bus,
                                        new AuditLogPg(DATABASE.database()),
                                        InstantSource.fixed(SampleAgents.NOW))
                                .handlers(),
                        List.of(signedIn));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> act(String action) throws Exception {
        return server.post(AGENT + "/actions/" + action, "{}");
    }

    private Agent agent() {
        return stored.agents.find(SampleAgents.ID).orElseThrow();
    }

    private void accepts(long capabilities) {
        StoredAgents.hit(
                stored.agents.updateCapabilities(
                        SampleAgents.ID,
                        SampleAgents.CAPABILITIES | capabilities,
                        SampleAgents.NOW));
    }

    private void expectAudit(String action, String result) {
        assertThat(
                        DATABASE.database()
                                .list(
                                        "SELECT actor, action, target_id, result FROM audit_events",
                                        Jdbc.Binder.NONE,
                                        row ->
                                                tuple(
                                                        row.text("actor"),
                                                        row.text("action"),
                                                        row.text("target_id"),
                                                        row.text("result"))))
                .containsExactly(tuple("user:1", action, SampleAgents.ID.toString(), result));
    }

    private void expectRefused(HttpResponse<String> response, String reason) {
        assertThat(response.statusCode()).isEqualTo(412);
        assertThat(response.body()).contains("\"code\":\"precondition_failed\"").contains(reason);
        assertThat(agent().upkeep().restartRequested()).isEmpty();
        assertThat(bus.published()).isEmpty();
        expectAudit("agent.restart", "failure");
    }

    private ActionDto shown(String name) throws Exception {
        return AgentDetailDto.read(Json.read(server.get(AGENT).body())).actions().stream()
                .filter(action -> action.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRestartIsStoredToldAndAudited() throws Exception {
        accepts(ACCEPTS_RESTART);
        assertThat(shown("restart").allowed()).isTrue();
        assertThat(act("restart").statusCode()).isEqualTo(202);
        assertThat(agent().upkeep().restartRequested()).contains(SampleAgents.NOW);
        assertThat(bus.published())
                .containsExactly(new BusEvent.AgentCommanded(List.of(SampleAgents.ID)));
        expectAudit("agent.restart", "success");
        AgentEvent event = stored.agents.events(SampleAgents.ID, 1).getFirst();
        assertThat(event.type()).isEqualTo("restart_requested");
        assertThat(event.details().entries()).containsEntry("by", Value.of("Alice"));
        assertThat(AgentDetailDto.read(Json.read(server.get(AGENT).body())).restartRequestedAt())
                .contains(SampleAgents.NOW);
    }

    @Test
    void anAgentThatIsOfflineIsNotRestarted() throws Exception {
        accepts(ACCEPTS_RESTART);
        stored.offline(SampleAgents.ID);
        expectRefused(act("restart"), "the agent is offline");
        assertThat(shown("restart").reasonCode()).contains("offline");
    }

    @Test
    void anAgentWithoutTheCapabilityIsNotRestarted() throws Exception {
        expectRefused(act("restart"), "does not accept the restart command");
        assertThat(shown("restart").reasonCode()).contains("not_supported");
    }

    @Test
    void aBridgeIsNotRestarted() throws Exception {
        boolean isNew =
                stored.agents.upsertDescription(
                        SampleAgents.ID,
                        AgentKind.BRIDGE,
                        SampleAgents.description(SampleAgents.CAPABILITIES | ACCEPTS_RESTART),
                        "token:1",
                        SampleAgents.NOW);
        assertThat(isNew).isFalse();
        expectRefused(act("restart"), "OpAMP Bridge");
    }

    @Test
    void aResyncClearsTheFailedMarkAlsoOfAnAgentThatIsOffline() throws Exception {
        StoredAgents.hit(stored.agents.markFailed(SampleAgents.ID, StoredAgents.RENDERED));
        stored.offline(SampleAgents.ID);
        assertThat(act("resync").statusCode()).isEqualTo(202);
        assertThat(agent().assignment().failed()).isEmpty();
        assertThat(agent().upkeep().resyncRequested()).contains(SampleAgents.NOW);
        assertThat(bus.published())
                .containsExactly(new BusEvent.AgentCommanded(List.of(SampleAgents.ID)));
        expectAudit("agent.resync", "success");
    }

    @Test
    void reEnrollingReleasesTheCredentialOnce() throws Exception {
        assertThat(act("re-enroll").statusCode()).isEqualTo(202);
        assertThat(agent().credential()).isEmpty();
        expectAudit("agent.re_enroll", "success");
        assertThat(shown("re-enroll").reasonCode()).contains("released");
        assertThat(act("re-enroll").statusCode()).isEqualTo(412);
    }

    @Test
    void nobodyActsOnAnAgentThatIsNotThere() throws Exception {
        for (String action : List.of("restart", "resync", "re-enroll")) {
            String path = "/agents/" + new UUID(7, 7) + "/actions/" + action;
            assertThat(server.post(path, "{}").statusCode()).as(action).isEqualTo(404);
        }
    }

    @Test
    void operatorsRestartAndResyncAndAdministratorsReEnroll() {
        Map<Operation, List<Role>> allowed =
                Map.of(
                        Operation.RESTART_AGENT, List.of(Role.OPERATOR, Role.ADMIN),
                        Operation.RESYNC_AGENT, List.of(Role.OPERATOR, Role.ADMIN),
                        Operation.RE_ENROLL_AGENT, List.of(Role.ADMIN));
        allowed.forEach((operation, roles) -> {
            for (Role role : Role.values()) {
                assertThat(role.permits(operation.permission()))
                        .as("%s %s", operation, role)
                        .isEqualTo(roles.contains(role));
            }
        });
    }
}
