package dev.myriarch.agent.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.db.Jdbc;
import dev.myriarch.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How PostgreSQL answers listings of a large inventory; times are in docs/develop/benchmarks.md.
 */
class ListingPlanPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();

    @BeforeAll
    static void fill() {
        AgentPopulation.fill(DATABASE.database(), 8_000);
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void attributeFiltersUseTheirIndexForPageTotalAndFacets() {
        AgentQuery query = ListingCases.query("", ListingCases.TWO_ATTRIBUTES, "hostName", 1);
        ListingCases.statements(query)
                .forEach((what, statement) ->
                        assertThat(plan(statement))
                                .as(what)
                                .contains("agent_listing_attributes")
                                .doesNotContain("Seq Scan"));
    }

    @Test
    void alternativesOfAnAttributeUseTheIndexToo() {
        AgentQuery query =
                ListingCases.query(
                        "", Map.of("site.id", List.of("site-1", "site-2")), "-lastSeenAt", 1);
        assertThat(plan(query, "facets"))
                .contains("agent_listing_attributes")
                .doesNotContain("Seq Scan");
    }

    @Test
    void pagesByHostNameFollowTheIndexInBothDirections() {
        for (String sort : List.of("hostName", "-hostName")) {
            AgentQuery query = ListingCases.query("", Map.of(), sort, 2);
            assertThat(plan(query, "page"))
                    .as(sort)
                    .contains("using agent_listing_host_name")
                    .doesNotContain("Seq Scan");
        }
    }

    @Test
    void agentsThatRunAnotherConfigurationAreFoundInNarrowRows() {
        AgentQuery query = ListingCases.differing("hostName");
        for (String what : List.of("total", "facets")) {
            assertThat(plan(query, what)).contains("on agent_listing").doesNotContain("on agents");
        }
        // The rows of the page itself are fetched by their ids.
        assertThat(plan(query, "page"))
                .contains("on agent_listing")
                .doesNotContain("Seq Scan on agents");
    }

    @Test
    void facetsReadTheAgentsOnce() {
        AgentQuery query = ListingCases.query("", Map.of(), "hostName", 1);
        String plan = plan(query, "facets");
        assertThat(plan.split("on agent_listing", -1)).hasSize(2);
    }

    /** Sorting by the time they were heard reads all of them, and there is no index that helps. */
    @Test
    void rowsOfAgentsAreSmallInTheTable() {
        long bytes =
                DATABASE.database()
                        .one(
                                """
                                SELECT pg_relation_size('agents') / count(*) AS bytes
                                FROM agents
                                """,
                                Jdbc.Binder.NONE,
                                row -> row.bigint("bytes"))
                        .orElseThrow();
        // Each was written twice; whole rows would come to 1,700 bytes.
        assertThat(bytes).isLessThan(1400);
    }

    private static String plan(AgentQuery query, String what) {
        return plan(Objects.requireNonNull(ListingCases.statements(query).get(what)));
    }

    private static String plan(ListingCases.Statement statement) {
        return String.join(
                "\n",
                DATABASE.database()
                        .list(
                                "EXPLAIN " + statement.sql(),
                                statement.binder(),
                                row -> row.text("QUERY PLAN")));
    }
}
