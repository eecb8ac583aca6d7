package dev.myriarch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
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
                                Map.entry("configProof", List.of("differs", "left_out")),
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
                                List.of("differs", "left_out"),
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

    @Test
    void aNulIsRefusedInEveryTextAndNamesItsParameter() {
        for (String name : List.of("q", "version", "fleet", "osType", "attr")) {
            Query hostile = query(Operation.LIST_AGENTS, Map.of(name, List.of("k=a\u0000b")));
            assertThatThrownBy(() -> AgentQueries.list(hostile))
                    .isInstanceOfSatisfying(
                            MyriarchException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
                    .hasMessage("query parameter %s must not contain the character U+0000", name);
        }
    }

    private static Query query(Operation operation, Map<String, List<String>> values) {
        return Query.of(operation, values.keySet(), name -> values.getOrDefault(name, List.of()));
    }
}
