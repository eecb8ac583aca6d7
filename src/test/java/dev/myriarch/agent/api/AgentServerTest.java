package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.Reported;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gen.AgentDetailDto;
import dev.myriarch.gen.AgentPageDto;
import dev.myriarch.json.Json;
import dev.myriarch.system.api.QueryCheck;
import dev.myriarch.testing.ApiServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AgentServerTest {
    private static final String AGENT = "/agents/" + SampleAgents.ID;

    private final FakeAgentStore store = new FakeAgentStore(SampleAgents.healthy());
    private ApiServer server;

    @BeforeEach
    void start() throws IOException {
        server =
                ApiServer.start(
                        new AgentHandlers(store, AgentServerTest::rendered).handlers(),
                        List.of(new QueryCheck()));
    }

    private static Optional<byte[]> rendered(ConfigHash hash) {
        return hash.equals(SampleAgents.NEW)
                ? Optional.of("receivers: {}\n".getBytes(StandardCharsets.UTF_8))
                : Optional.empty();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theListTranslatesItsQuery() throws Exception {
        AgentPageDto page =
                AgentPageDto.read(
                        Json.read(
                                server.get(
                                                "/agents?q=%20edge%20&status=online&fleet=&fleet=a"
                                                        + "&attr=site%3Db%3D1&attr=site%3Dc"
                                                        + "&attr=os.type%3Dlinux&sort=-lastSeenAt"
                                                        + "&page=2&pageSize=10")
                                        .body()));

        assertThat(page.items()).hasSize(1);
        assertThat(page.page()).isEqualTo(2);
        assertThat(store.lastQuery().text()).contains("edge");
        assertThat(store.lastQuery().status()).containsExactly("online");
        assertThat(store.lastQuery().fleets()).containsExactly("", "a");
        assertThat(store.lastQuery().attributes())
                .isEqualTo(Map.of("site", List.of("b=1", "c"), "os.type", List.of("linux")));
        assertThat(store.lastQuery().sort()).isEqualTo("-lastSeenAt");
        assertThat(store.lastQuery().pageSize()).isEqualTo(10);
    }

    @Test
    void aWrongQueryNamesItsParameter() throws Exception {
        assertThat(refused("/agents?sort=color")).contains("query parameter sort must be one of");
        assertThat(refused("/agents?sort=--fleet")).contains("query parameter sort must be one of");
        assertThat(refused("/agents?attr=site")).contains("query parameter attr must be key=value");
        assertThat(refused("/agents?attr=%3Dx")).contains("query parameter attr must be key=value");
        assertThat(refused("/agents?page=0")).contains("query parameter page must be an integer");
        assertThat(refused("/agents/facets?page=1")).contains("unknown query parameter page");
        assertThat(refused(AGENT + "/events?limit=201")).contains("query parameter limit must be");
        assertThat(refused("/agents/nobody")).contains("the id of an agent is a UUID");
        assertThat(refused(AGENT + "/config/other")).contains("assigned, desired or effective");
    }

    private String refused(String path) throws Exception {
        HttpResponse<String> response = server.get(path);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"code\":\"bad_request\"");
        return response.body();
    }

    @Test
    void oneAgentHasEverythingThatIsKnown() throws Exception {
        AgentDetailDto detail = AgentDetailDto.read(Json.read(server.get(AGENT).body()));

        assertThat(detail.summary().hostName()).isEqualTo("edge-1");
        assertThat(detail.summary().version()).isEqualTo("0.150.0");
        assertThat(detail.summary().cause()).isEmpty();
        assertThat(detail.capabilities())
                .containsExactly(
                        "ReportsStatus",
                        "AcceptsRemoteConfig",
                        "ReportsEffectiveConfig",
                        "ReportsHealth",
                        "ReportsRemoteConfig");
        assertThat(detail.connection().remoteAddress()).contains("192.0.2.1");
        assertThat(detail.config().assignedHash()).contains(SampleAgents.NEW.hex());
        assertThat(detail.config().reportedStatus()).isEmpty();
        assertThat(detail.components()).isEmpty();
    }

    @Test
    void componentsComeWithTheAgent() throws Exception {
        store.put(
                SampleAgents.with(
                        SampleAgents.healthy(),
                        reported(Optional.empty(), Optional.of(SampleAgents.OLD))));

        AgentDetailDto detail = AgentDetailDto.read(Json.read(server.get(AGENT).body()));

        assertThat(detail.components())
                .contains(Map.of("receivers", List.of("otlp", "hostmetrics")));
    }

    @Test
    void anUnknownAgentIsNotFound() throws Exception {
        String other = "/agents/019c1400-0000-7000-8000-00000000ffff";

        for (String path : List.of(other, other + "/events", other + "/config/assigned")) {
            HttpResponse<String> response = server.get(path);
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).contains("there is no agent");
        }
    }

    @Test
    void facetsAndEventsHaveTheirShape() throws Exception {
        assertThat(server.get("/agents/facets?status=offline").body())
                .isEqualTo(
                        "{\"total\":1,\"dimensions\":[{\"name\":\"fleet\",\"values\":"
                                + "[{\"value\":\"edge\",\"count\":1}]}]}");
        assertThat(server.get(AGENT + "/events?limit=1").body())
                .isEqualTo(
                        "{\"items\":[{\"at\":\"2026-01-31T12:00:00.500Z\",\"type\":\"connected\","
                                + "\"severity\":\"info\",\"text\":\"connected over websocket\"}]}");
    }

    @Test
    void theAssignedConfigurationIsItsText() throws Exception {
        assertThat(server.get(AGENT + "/config/assigned").body())
                .isEqualTo(
                        "{\"which\":\"assigned\",\"hash\":\""
                                + SampleAgents.NEW
                                + "\",\"contentType\":\"text/yaml\",\"body\":\"receivers: {}\\n\"}");
    }

    @Test
    void theEffectiveConfigurationIsWhatWasReported() throws Exception {
        store.put(
                SampleAgents.with(
                        SampleAgents.healthy(),
                        reported(Optional.of(SampleAgents.OLD), Optional.empty())));

        assertThat(server.get(AGENT + "/config/effective").body()).contains("\"body\":\"a: 1\\n\"");
    }

    @Test
    void aMissingConfigurationSaysWhy() throws Exception {
        assertThat(missing("effective")).contains("has not reported its effective configuration");

        store.put(SampleAgents.with(SampleAgents.healthy(), SampleAgents.description(0b11)));
        assertThat(missing("effective")).contains("capability ReportsEffectiveConfig");

        assigned(Optional.of(SampleAgents.OLD), Optional.empty(), Optional.of("edge"), "");
        assertThat(missing("assigned")).contains("is not stored any more");
        assertThat(missing("desired")).contains("nothing is offered to the agent yet");

        assigned(Optional.empty(), Optional.empty(), Optional.empty(), "");
        assertThat(missing("assigned")).contains("belongs to no fleet");
        assertThat(missing("desired")).contains("nothing is offered: nothing is assigned");

        assigned(Optional.empty(), Optional.empty(), Optional.of("edge"), "no parameter x");
        assertThat(missing("assigned")).contains("nothing is assigned: no parameter x");
    }

    private String missing(String which) throws Exception {
        HttpResponse<String> response = server.get(AGENT + "/config/" + which);
        assertThat(response.statusCode()).isEqualTo(404);
        return response.body();
    }

    private void assigned(
            Optional<ConfigHash> assigned,
            Optional<ConfigHash> desired,
            Optional<String> fleet,
            String error) {
        Agent agent = SampleAgents.healthy();
        store.put(
                SampleAgents.with(
                        agent,
                        new Assignment(
                                fleet,
                                assigned,
                                desired,
                                Optional.empty(),
                                Optional.empty(),
                                error,
                                Optional.empty(),
                                "none")));
    }

    private static Reported reported(
            Optional<ConfigHash> effective, Optional<ConfigHash> componentSet) {
        return new Reported(
                Optional.of(true),
                Optional.empty(),
                Optional.of(SampleAgents.NOW),
                effective,
                effective.map(_ -> SampleAgents.NOW),
                componentSet.map(set -> new Reported.Components(new ConfigHash("01"), set)),
                Optional.empty());
    }
}
