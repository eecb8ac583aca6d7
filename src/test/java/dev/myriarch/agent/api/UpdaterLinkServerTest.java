package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.UpdaterLink;
import dev.myriarch.agent.pg.UpdaterLinkStorePg;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.gen.AgentDetailDto;
import dev.myriarch.gen.AgentLinkDto;
import dev.myriarch.gen.AgentPageDto;
import dev.myriarch.gen.AgentSummaryDto;
import dev.myriarch.gen.UpdateAttemptDto;
import dev.myriarch.gen.UpdateStepDto;
import dev.myriarch.json.Json;
import dev.myriarch.system.api.QueryCheck;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Collectors and their updaters in the API. */
final class UpdaterLinkServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId UPDATER = new AgentId(new UUID(41, 1));
    private static final AgentId OTHER = new AgentId(new UUID(41, 2));

    private final StoredAgents stored = new StoredAgents(DATABASE);
    private final UpdaterLinkStorePg links = new UpdaterLinkStorePg(DATABASE.database());
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
                                        (_, _) -> Optional.empty(),
                                        new DirectBus(),
                                        _ -> {
                                            throw new AssertionError("nothing is done here");
                                        },
                                        InstantSource.fixed(SampleAgents.NOW))
                                .handlers(),
                        List.of(new QueryCheck()));
        register(UPDATER, SampleAgents.NOW);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void register(AgentId id, Instant connected) {
        stored.agents.upsertDescription(
                id,
                AgentKind.UPDATER,
                new Description(
                        Map.of("service.name", "myriarch-updater", "service.version", "0.2.0"),
                        Map.of("host.name", "edge-1"),
                        Map.of(),
                        Map.of(),
                        0),
                "token:1",
                SampleAgents.NOW);
        stored.online(id, connected);
    }

    private void store(AgentId updater, UpdaterLink.Verdict verdict) {
        assertThat(links.store(read(updater), verdict, SampleAgents.NOW)).isTrue();
    }

    private void link(AgentId updater) {
        store(updater, new UpdaterLink.Verdict.Linked(UpdaterLink.Side.of(read(SampleAgents.ID))));
    }

    private Agent read(AgentId id) {
        return stored.agents.find(id).orElseThrow();
    }

    private AgentDetailDto get(AgentId id) throws Exception {
        return AgentDetailDto.read(Json.read(server.get("/agents/" + id).body()));
    }

    @Test
    void aLinkIsShownFromBothSides() throws Exception {
        assertThat(get(SampleAgents.ID).updater()).isEmpty();
        assertThat(get(UPDATER).collector()).isEmpty();
        link(UPDATER);
        AgentDetailDto collector = get(SampleAgents.ID);
        assertThat(collector.updater())
                .contains(new AgentLinkDto(UPDATER.uuid(), "edge-1", "0.2.0", "online", true));
        assertThat(collector.collector()).isEmpty();
        AgentDetailDto updater = get(UPDATER);
        assertThat(updater.collector())
                .contains(
                        new AgentLinkDto(
                                SampleAgents.ID.uuid(), "edge-1", "0.150.0", "online", true));
        assertThat(updater.updater()).isEmpty();
        assertThat(updater.linkRefusal()).isEmpty();
    }

    @Test
    void theListSaysWhetherAnUpdaterIsLinked() throws Exception {
        link(UPDATER);
        AgentPageDto page = AgentPageDto.read(Json.read(server.get("/agents").body()));
        assertThat(page.items())
                .filteredOn(AgentSummaryDto::updaterLinked)
                .extracting(AgentSummaryDto::id)
                .containsExactly(SampleAgents.ID.uuid());
        assertThat(page.items()).hasSize(2);
    }

    @Test
    void anUpdaterThatIsNotTheOneInUseSaysSo() throws Exception {
        register(OTHER, SampleAgents.NOW.plusSeconds(1));
        link(UPDATER);
        link(OTHER);
        assertThat(get(SampleAgents.ID).updater().map(AgentLinkDto::id)).contains(OTHER.uuid());
        assertThat(get(OTHER).collector().map(AgentLinkDto::active)).contains(true);
        assertThat(get(UPDATER).collector().map(AgentLinkDto::active)).contains(false);
    }

    @Test
    void aRefusedLinkHasItsReason() throws Exception {
        store(UPDATER, new UpdaterLink.Verdict.Refused(UpdaterLink.Mismatch.OTHER_CREDENTIAL));
        AgentDetailDto updater = get(UPDATER);
        assertThat(updater.linkRefusal())
                .contains("the collector registered with another credential");
        assertThat(updater.summary().cause())
                .contains(
                        "not linked to the collector that it names: the collector registered with"
                                + " another credential");
        assertThat(updater.collector()).isEmpty();
    }

    @Test
    void theAttemptOfTheUpdaterIsShownOnBothPages() throws Exception {
        link(UPDATER);
        assertThat(get(UPDATER).update()).isEmpty();
        stored.agents.storeHealth(
                UPDATER,
                true,
                Json.read(
                        """
                        {"healthy": true, "components": {"dev.myriarch.update": {
                          "healthy": true, "status": "installing",
                          "startTime": "2026-01-31T11:00:00Z",
                          "components": {
                            "version": {"status": "v0.151.0"}, "from": {"status": "v0.150.0"},
                            "step:downloading": {"status": "done"},
                            "step:installing": {"status": "running",
                              "startTime": "2026-01-31T11:01:00Z"}}}}}
                        """),
                SampleAgents.NOW);
        UpdateAttemptDto attempt =
                new UpdateAttemptDto(
                        "installing",
                        "0.151.0",
                        "0.150.0",
                        false,
                        "",
                        Optional.of(Instant.parse("2026-01-31T11:00:00Z")),
                        Optional.empty(),
                        List.of(
                                new UpdateStepDto(
                                        "downloading",
                                        "done",
                                        Optional.empty(),
                                        Optional.empty(),
                                        ""),
                                new UpdateStepDto(
                                        "installing",
                                        "running",
                                        Optional.of(Instant.parse("2026-01-31T11:01:00Z")),
                                        Optional.empty(),
                                        "")));
        assertThat(get(UPDATER).update()).contains(attempt);
        assertThat(get(SampleAgents.ID).update()).contains(attempt);
    }

    /** A collector may report a component of that name; it is no updater. */
    @Test
    void aCollectorDoesNotTellOfAttemptsItself() throws Exception {
        stored.agents.storeHealth(
                SampleAgents.ID,
                true,
                Json.read("{\"components\": {\"dev.myriarch.update\": {\"status\": \"failed\"}}}"),
                SampleAgents.NOW);
        assertThat(get(SampleAgents.ID).update()).isEmpty();
    }
}
