package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.assignment.AgentExplanation;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gen.AgentDetailDto;
import dev.myriarch.gen.AgentExplanationDto;
import dev.myriarch.gen.AgentPackageDto;
import dev.myriarch.gen.AgentPackagesDto;
import dev.myriarch.gen.AgentPageDto;
import dev.myriarch.gen.AgentSummaryDto;
import dev.myriarch.gen.ConfigDifferenceDto;
import dev.myriarch.gen.ConfigLayerDto;
import dev.myriarch.gen.ConfigValueDto;
import dev.myriarch.gen.FleetVerdictDto;
import dev.myriarch.gen.GitopsIssueDto;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.Json;
import dev.myriarch.system.api.QueryCheck;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AgentServerTest {
    private static final String AGENT = "/agents/" + SampleAgents.ID;

    private static final TestDatabase DATABASE = TestDatabase.create();

    private final StoredAgents stored = new StoredAgents(DATABASE);
    private Optional<Snapshot> snapshot = Optional.empty();
    private ApiServer server;

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @BeforeEach
    void start() throws IOException {
        server =
                ApiServer.start(
                        new AgentHandlers(
                                        stored.agents,
                                        stored.configs::find,
                                        this::explain,
                                        new DirectBus(),
                                        _ -> {
                                            throw new AssertionError("nothing is done here");
                                        },
                                        InstantSource.fixed(SampleAgents.NOW))
                                .handlers(),
                        List.of(new QueryCheck()));
    }

    private Optional<AgentExplanation> explain(Agent agent, String path) {
        return snapshot.map(current -> AgentExplanation.of(current, agent, Optional.empty(), path));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theListIsFilteredOrderedAndPaged() throws Exception {
        Map<String, String> others = Map.of("site", "c", "os.type", "linux");
        listed(1, "edge-1", Map.of("site", "b=1", "os.type", "linux"), "", 1);
        listed(2, "edge-2", others, "a", 2);
        listed(3, "edge-3", others, "a", 3);
        // Each of these fails one condition.
        listed(4, "core-4", others, "a", 4);
        listed(5, "edge-5", others, "b", 5);
        listed(6, "edge-6", Map.of("site", "b", "os.type", "linux"), "a", 6);
        listed(7, "edge-7", Map.of("site", "c", "os.type", "windows"), "a", 7);
        listed(8, "edge-8", others, "a", 8);
        stored.offline(id(8));

        String query =
                "/agents?q=%20edge%20&status=online&fleet=&fleet=a&attr=site%3Db%3D1&attr=site%3Dc"
                        + "&attr=os.type%3Dlinux&sort=-lastSeenAt&pageSize=2&page=";
        AgentPageDto first = AgentPageDto.read(Json.read(server.get(query + 1).body()));
        AgentPageDto second = AgentPageDto.read(Json.read(server.get(query + 2).body()));

        assertThat(first.items())
                .extracting(AgentSummaryDto::hostName)
                .containsExactly("edge-3", "edge-2");
        assertThat(second.items()).extracting(AgentSummaryDto::hostName).containsExactly("edge-1");
        assertThat(second.page()).isEqualTo(2);
        assertThat(second.pageSize()).isEqualTo(2);
        assertThat(second.total()).isEqualTo(3);
    }

    private static AgentId id(int number) {
        return new AgentId(new UUID(0, number));
    }

    /** An agent that is online, in a fleet unless its name is empty, and heard of at a second. */
    private void listed(
            int number, String host, Map<String, String> others, String fleet, int second) {
        stored.register(id(number), host, others);
        stored.online(id(number), SampleAgents.NOW.plusSeconds(second));
        stored.assign(
                id(number),
                Optional.of(fleet).filter(name -> !name.isEmpty()),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aWrongQueryNamesItsParameter() throws Exception {
        assertThat(refused("/agents?sort=color")).contains("query parameter sort must be one of");
        assertThat(refused("/agents?sort=--fleet")).contains("query parameter sort must be one of");
        assertThat(refused("/agents?attr=site")).contains("query parameter attr must be key=value");
        assertThat(refused("/agents?attr=%3Dx")).contains("query parameter attr must be key=value");
        assertThat(refused("/agents?configProof=right")).contains("query parameter configProof");
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
    void theComparisonOfTheConfigurationsIsShownWhileItHolds() throws Exception {
        ConfigHash report = ConfigHash.of(new byte[] {1});
        assertThat(detail().config().proof()).isEqualTo("unknown");
        StoredAgents.hit(
                stored.agents.storeEffectiveConfig(
                        SampleAgents.ID, report, new byte[] {1}, "text/yaml", SampleAgents.NOW));
        StoredAgents.hit(
                stored.agents.storeProof(
                        SampleAgents.ID,
                        new ConfigProof(
                                ConfigProof.Result.DIFFERS,
                                StoredAgents.RENDERED,
                                report,
                                List.of(new ConfigProof.Difference("a.b", "1", "2")),
                                List.of("c.d"))));
        assertThat(detail().config().proof()).isEqualTo("differs");
        assertThat(detail().config().proofDifferences())
                .contains(List.of(new ConfigDifferenceDto("a.b", "1", "2")));
        assertThat(detail().config().proofLeftOut()).contains(List.of("c.d"));

        ConfigHash next = ConfigHash.of(new byte[] {2});
        StoredAgents.hit(
                stored.agents.storeEffectiveConfig(
                        SampleAgents.ID, next, new byte[] {2}, "text/yaml", SampleAgents.NOW));
        assertThat(detail().config().proof()).isEqualTo("unknown");
        assertThat(detail().config().proofDifferences()).isEmpty();
    }

    private AgentDetailDto detail() throws Exception {
        return AgentDetailDto.read(Json.read(server.get(AGENT).body()));
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
        assertThat(detail.config().assignedHash()).contains(StoredAgents.RENDERED.hex());
        assertThat(detail.config().sync()).isEqualTo("in_sync");
        assertThat(detail.config().reportedStatus()).contains("applied");
        assertThat(detail.components()).isEmpty();
    }

    @Test
    void whatAnAgentNeverReportedIsAbsent() throws Exception {
        stored.register(id(1), "edge-1", Map.of());
        stored.assign(
                id(1),
                Optional.of("edge"),
                Optional.of(StoredAgents.RENDERED),
                Optional.of(StoredAgents.RENDERED));

        AgentDetailDto detail =
                AgentDetailDto.read(Json.read(server.get("/agents/" + id(1)).body()));

        assertThat(detail.config().sync()).isEqualTo("pending");
        assertThat(detail.config().reportedStatus()).isEmpty();
        assertThat(detail.config().reportedHash()).isEmpty();
        assertThat(detail.config().reportedAt()).isEmpty();
        assertThat(detail.config().effectiveHash()).isEmpty();
        assertThat(detail.health()).isEmpty();
        assertThat(detail.components()).isEmpty();
    }

    @Test
    void componentsComeWithTheAgent() throws Exception {
        StoredAgents.hit(
                stored.agents.storeComponents(
                        SampleAgents.ID,
                        new ConfigHash("01"),
                        Map.of("receivers", List.of("otlp", "hostmetrics")),
                        SampleAgents.NOW));

        AgentDetailDto detail = AgentDetailDto.read(Json.read(server.get(AGENT).body()));

        assertThat(detail.components())
                .contains(Map.of("receivers", List.of("hostmetrics", "otlp")));
    }

    @Test
    void packagesComeWithTheAgent() throws Exception {
        PackageReport.State state =
                new PackageReport.State(
                        "v0.162.0",
                        Optional.of(new ConfigHash("03")),
                        "v0.163.0",
                        Optional.of(new ConfigHash("05")),
                        PackageReport.Status.DOWNLOADING,
                        "",
                        OptionalInt.of(12));
        PackageReport report =
                new PackageReport(Optional.of(new ConfigHash("01")), "", Map.of("", state));
        assertThat(AgentDetailDto.read(Json.read(server.get(AGENT).body())).packages()).isEmpty();
        StoredAgents.hit(stored.agents.storePackages(SampleAgents.ID, report, SampleAgents.NOW));

        AgentDetailDto detail = AgentDetailDto.read(Json.read(server.get(AGENT).body()));

        assertThat(detail.packages())
                .contains(
                        new AgentPackagesDto(
                                Optional.of("01"),
                                "",
                                List.of(
                                        new AgentPackageDto(
                                                "",
                                                "v0.162.0",
                                                Optional.of("03"),
                                                "v0.163.0",
                                                Optional.of("05"),
                                                "downloading",
                                                "",
                                                Optional.of(12)))));
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
    void facetsCountEachDimensionWithoutItsOwnFilter() throws Exception {
        stored.register(id(1), "edge-1", Map.of());

        assertThat(server.get("/agents/facets?status=online").body())
                .isEqualTo(
                        "{\"total\":1,\"dimensions\":["
                                + "{\"name\":\"status\",\"values\":["
                                + "{\"value\":\"offline\",\"count\":1},"
                                + "{\"value\":\"online\",\"count\":1}]},"
                                + only("health", "healthy")
                                + ","
                                + only("kind", "collector")
                                + ","
                                + only("version", "0.150.0")
                                + ","
                                + only("fleet", "edge")
                                + ","
                                + only("configSync", "in_sync")
                                + ","
                                + only("configProof", "unknown")
                                + ","
                                + only("osType", "linux")
                                + ",{\"name\":\"site.type\",\"values\":[]}"
                                + ",{\"name\":\"site.country\",\"values\":[]}"
                                + "]}");
    }

    @Test
    void agentsThatRunAnotherConfigurationAreListed() throws Exception {
        stored.register(id(1), "edge-1", Map.of());
        ConfigHash report = ConfigHash.of(new byte[] {1});
        StoredAgents.hit(
                stored.agents.storeEffectiveConfig(
                        SampleAgents.ID, report, new byte[] {1}, "text/yaml", SampleAgents.NOW));
        StoredAgents.hit(
                stored.agents.storeProof(
                        SampleAgents.ID,
                        new ConfigProof(
                                ConfigProof.Result.DIFFERS,
                                StoredAgents.RENDERED,
                                report,
                                List.of(new ConfigProof.Difference("receivers.otlp", "", "{}")),
                                List.of())));

        AgentPageDto differing =
                AgentPageDto.read(
                        Json.read(
                                server.get("/agents?configProof=differs&configProof=left_out")
                                        .body()));
        AgentPageDto others =
                AgentPageDto.read(Json.read(server.get("/agents?configProof=unknown").body()));

        assertThat(differing.items())
                .extracting(AgentSummaryDto::id, AgentSummaryDto::configProof)
                .containsExactly(tuple(SampleAgents.ID.uuid(), "differs"));
        assertThat(others.items())
                .extracting(AgentSummaryDto::hostName, AgentSummaryDto::configProof)
                .containsExactly(tuple("edge-1", "unknown"));
    }

    /** The facet of a dimension with one value, which one agent has. */
    private static String only(String dimension, String value) {
        return "{\"name\":\"%s\",\"values\":[{\"value\":\"%s\",\"count\":1}]}"
                .formatted(dimension, value);
    }

    @Test
    void theNewestEventsComeFirst() throws Exception {
        event(SampleAgents.NOW, "connected over websocket");
        event(SampleAgents.NOW.minusSeconds(1), "connected over http");

        assertThat(server.get(AGENT + "/events?limit=1").body())
                .isEqualTo(
                        "{\"items\":[{\"at\":\"2026-01-31T12:00:00.500Z\",\"type\":\"connected\","
                                + "\"severity\":\"info\",\"text\":\"connected over websocket\"}]}");
        assertThat(server.get(AGENT + "/events").body())
                .containsSubsequence("over websocket", "over http");
    }

    private void event(Instant at, String text) {
        stored.agents.addEvent(
                new AgentEvent(
                        SampleAgents.ID, at, "connected", "info", text, Value.emptyMapping()));
    }

    @Test
    void theAssignedConfigurationIsItsText() throws Exception {
        assertThat(server.get(AGENT + "/config/assigned").body())
                .isEqualTo(
                        "{\"which\":\"assigned\",\"hash\":\""
                                + StoredAgents.RENDERED
                                + "\",\"contentType\":\"text/yaml\",\"body\":\"receivers:"
                                + " {}\\n\"}");
    }

    @Test
    void theEffectiveConfigurationIsWhatWasReported() throws Exception {
        StoredAgents.hit(
                stored.agents.storeEffectiveConfig(
                        SampleAgents.ID,
                        SampleAgents.OLD,
                        "a: 1\n".getBytes(StandardCharsets.UTF_8),
                        "text/yaml",
                        SampleAgents.NOW));

        assertThat(server.get(AGENT + "/config/effective").body()).contains("\"body\":\"a: 1\\n\"");
    }

    @Test
    void aMissingConfigurationSaysWhy() throws Exception {
        assertThat(missing("effective")).contains("has not reported its effective configuration");

        StoredAgents.hit(stored.agents.updateCapabilities(SampleAgents.ID, 0b11, SampleAgents.NOW));
        assertThat(missing("effective")).contains("capability ReportsEffectiveConfig");

        assigned(Optional.of("edge"), Optional.of(SampleAgents.OLD), "");
        assertThat(missing("assigned")).contains("is not stored any more");
        assertThat(missing("desired")).contains("nothing is offered to the agent yet");

        assigned(Optional.empty(), Optional.empty(), "");
        assertThat(missing("assigned")).contains("belongs to no fleet");
        assertThat(missing("desired")).contains("nothing is offered: nothing is assigned");

        assigned(Optional.of("edge"), Optional.empty(), "no parameter x");
        assertThat(missing("assigned")).contains("nothing is assigned: no parameter x");
    }

    @Test
    void theExplanationNamesTheSourceOfEachValue() throws Exception {
        TestRepository base =
                TestRepository.empty()
                        .object(
                                "Blueprint",
                                "b",
                                """
                                parameters:
                                  - {name: host, type: string, fromAttribute: host.name}
                                config:
                                  receivers: {exotic: {v: "[[ .params.host ]]", password: p}}
                                  exporters: {nop: {}, debug: {}}
                                  service:
                                    pipelines: {logs: {receivers: [exotic], exporters: [nop]}}
                                """);
        snapshot =
                Optional.of(
                        base.object("Fleet", "edge", "blueprint: b\nselector: {}")
                                .object(
                                        "Fleet",
                                        "other",
                                        """
                                        blueprint: b
                                        priority: 9
                                        selector: {matchAttributes: {os.type: plan9}}
                                        """)
                                .snapshot());

        AgentExplanationDto all = explanation("");
        AgentExplanationDto some = explanation("?path=receivers::exotic::v");

        assertThat(all.revision()).isEqualTo("test");
        assertThat(all.fleet()).contains("edge");
        assertThat(all.blueprint()).contains("b");
        assertThat(all.hash()).isPresent();
        assertThat(all.reason()).isEmpty();
        assertThat(all.fleets())
                .extracting(FleetVerdictDto::name, FleetVerdictDto::result)
                .containsExactly(tuple("edge", "wins"), tuple("other", "no match"));
        assertThat(all.fleets().getLast().reasons().getFirst()).contains("os.type is plan9");
        assertThat(all.layers()).extracting(ConfigLayerDto::name).containsExactly("b");
        assertThat(all.parameters().getFirst().source()).contains("attribute");
        assertThat(all.parameters().getFirst().attribute()).contains("host.name");
        assertThat(all.values())
                .filteredOn(each -> each.path().equals("receivers::exotic::password"))
                .extracting(ConfigValueDto::value)
                .containsExactly("[REDACTED]");
        assertThat(all.issues())
                .extracting(GitopsIssueDto::code)
                .containsExactly("unused_component");
        assertThat(all.unchecked()).containsExactly("receiver exotic");
        assertThat(some.values()).hasSize(1);
        ConfigValueDto value = some.values().getFirst();
        assertThat(value.value()).isEqualTo("edge-1");
        assertThat(value.layer()).isEqualTo("b");
        assertThat(value.file()).isEqualTo("Blueprint-b.yaml");
        assertThat(value.line()).isPositive();
        assertThat(value.parameters()).containsExactly("host");
    }

    @Test
    void theExplanationSaysWhyNothingIsRendered() throws Exception {
        HttpResponse<String> none = server.get(AGENT + "/explain");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(none.body()).contains("no revision of the repository was applied yet");

        TestRepository base = TestRepository.empty().blueprint("b", TestRepository.MINIMAL_CONFIG);
        snapshot = Optional.of(base.snapshot());
        assertThat(explanation("").reason()).isEqualTo("no fleet takes this agent");

        snapshot =
                Optional.of(
                        base.object(
                                        "Blueprint",
                                        "c",
                                        "parameters: [{name: p, type: string, required: true}]")
                                .object("Fleet", "edge", "blueprint: c\nselector: {}")
                                .snapshot());
        AgentExplanationDto failed = explanation("");
        assertThat(failed.fleet()).contains("edge");
        assertThat(failed.reason()).contains("missing_parameter");
        assertThat(failed.issues())
                .extracting(GitopsIssueDto::code)
                .containsExactly("missing_parameter");
        assertThat(failed.hash()).isEmpty();
        assertThat(failed.values()).isEmpty();
    }

    private AgentExplanationDto explanation(String query) throws Exception {
        return AgentExplanationDto.read(Json.read(server.get(AGENT + "/explain" + query).body()));
    }

    private String missing(String which) throws Exception {
        HttpResponse<String> response = server.get(AGENT + "/config/" + which);
        assertThat(response.statusCode()).isEqualTo(404);
        return response.body();
    }

    /** Assigns, but offers nothing. */
    private void assigned(Optional<String> fleet, Optional<ConfigHash> assigned, String error) {
        stored.assign(SampleAgents.ID, fleet, assigned, Optional.empty(), error);
    }
}
