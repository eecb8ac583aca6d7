package dev.myriarch.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.gen.AgentFacetsDto;
import dev.myriarch.gen.FleetStatsDto;
import dev.myriarch.gen.GitopsStatusDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.http.Route;
import dev.myriarch.system.Replicas;
import dev.myriarch.system.ServerIdentity;
import dev.myriarch.testing.FakeRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SystemHandlersTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void theOpampUrlFollowsThePublicUrl() {
        assertThat(identity("https://myriarch.example").opampUrl())
                .isEqualTo("wss://myriarch.example/v1/opamp");
        assertThat(identity("http://localhost:8080/").opampUrl())
                .isEqualTo("ws://localhost:8080/v1/opamp");
        assertThat(identity("https://example.org/http/").opampUrl())
                .isEqualTo("wss://example.org/http/v1/opamp");
        assertThatThrownBy(() -> identity("ftp://example.org"))
                .hasMessage("the public URL is not http or https: ftp://example.org");
    }

    @Test
    void theServerTellsItsReplicas() throws IOException {
        assertThat(answer(Operation.GET_SYSTEM_INFO))
                .isEqualTo(
                        "{\"version\":\"0.1.0\",\"publicUrl\":\"https://a.example\","
                                + "\"opampUrl\":\"wss://a.example/v1/opamp\","
                                + "\"startedAt\":\"2026-01-31T12:00:00.000Z\",\"replicas\":["
                                + "{\"id\":\"r1\",\"version\":\"0.1.0\",\"leader\":true,"
                                + "\"connections\":7,"
                                + "\"heartbeatAt\":\"2026-01-31T12:00:00.000Z\"}]}");
    }

    @Test
    void theOverviewIsMadeOfThePartsOfTheCapabilities() throws IOException {
        assertThat(answer(Operation.GET_STATS))
                .isEqualTo(
                        "{\"agents\":3,\"facets\":{\"total\":3,\"dimensions\":[]},"
                                + "\"fleets\":[{\"name\":\"edge\",\"members\":3,\"sync\":[]}],"
                                + "\"gitops\":{\"state\":\"never\",\"source\":\"\","
                                + "\"message\":\"\",\"issues\":[]}}");
    }

    @Test
    void everyOperationOfTheDocumentIsARoute() {
        assertThat(ApiRoutes.all()).hasSize(Operation.values().length);
        assertThat(ApiRoutes.all()).contains(new Route("GET", "/stats", "getStats", "read"));
    }

    @Test
    void twoHandlersOfOneOperationAreRefused() {
        Map<Operation, ApiHandler> one = Map.of(Operation.GET_STATS, _ -> ApiResponse.noContent());

        assertThat(ApiRoutes.handlers(List.of(one))).containsOnlyKeys("getStats");
        assertThatThrownBy(() -> ApiRoutes.handlers(List.of(one, one)))
                .hasMessage("two handlers for getStats");
    }

    private static String answer(Operation operation) throws IOException {
        SystemHandlers handlers =
                new SystemHandlers(
                        identity("https://a.example"),
                        () -> List.of(new Replicas.Replica("r1", "0.1.0", true, 7, NOW)),
                        new SystemHandlers.Overview(
                                () -> new AgentFacetsDto(3, List.of()),
                                () -> List.of(new FleetStatsDto("edge", 3, List.of())),
                                () ->
                                        new GitopsStatusDto(
                                                "never",
                                                "",
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty(),
                                                "",
                                                List.of())));
        ApiHandler handler = Objects.requireNonNull(handlers.handlers().get(operation));
        ApiResponse response =
                handler.handle(
                        new FakeRequest(
                                new Route(
                                        operation.method(),
                                        operation.pattern(),
                                        operation.operationId(),
                                        operation.permission())));
        assertThat(response).isInstanceOf(ApiResponse.Bytes.class);
        return new String(((ApiResponse.Bytes) response).body(), StandardCharsets.UTF_8);
    }

    private static ServerIdentity identity(String publicUrl) {
        return new ServerIdentity("0.1.0", URI.create(publicUrl), "/v1/opamp", NOW);
    }
}
