package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.gen.Operation;
import dev.myriarch.gen.Query;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AgentQueriesTest {
    @Test
    void theListTranslatesItsQuery() {
        Query query =
                query(
                        Operation.LIST_AGENTS,
                        Map.ofEntries(
                                Map.entry("q", List.of(" edge ")),
                                Map.entry("status", List.of("online")),
                                Map.entry("health", List.of("unknown")),
                                Map.entry("kind", List.of("collector")),
                                Map.entry("version", List.of("0.150.0")),
                                Map.entry("fleet", List.of("", "a")),
                                Map.entry("configSync", List.of("drift")),
                                Map.entry("osType", List.of("linux")),
                                Map.entry("attr", List.of("site=b=1", "site=c", "os.type=linux")),
                                Map.entry("sort", List.of("-lastSeenAt")),
                                Map.entry("page", List.of("2")),
                                Map.entry("pageSize", List.of("10"))));

        assertThat(AgentQueries.list(query))
                .isEqualTo(
                        new AgentQuery(
                                Optional.of("edge"),
                                List.of("online"),
                                List.of("unknown"),
                                List.of("collector"),
                                List.of("0.150.0"),
                                List.of("", "a"),
                                List.of("drift"),
                                List.of("linux"),
                                Map.of("site", List.of("b=1", "c"), "os.type", List.of("linux")),
                                "-lastSeenAt",
                                2,
                                10));
    }

    @Test
    void anEmptyQueryIsEverythingByHostName() {
        assertThat(AgentQueries.list(query(Operation.LIST_AGENTS, Map.of())))
                .isEqualTo(AgentQuery.all());
        assertThat(
                        AgentQueries.facets(
                                query(Operation.GET_AGENT_FACETS, Map.of("q", List.of(" ")))))
                .isEqualTo(AgentQuery.all());
    }

    private static Query query(Operation operation, Map<String, List<String>> values) {
        return Query.of(operation, values.keySet(), name -> values.getOrDefault(name, List.of()));
    }
}
