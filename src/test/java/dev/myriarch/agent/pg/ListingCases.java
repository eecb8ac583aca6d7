package dev.myriarch.agent.pg;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.db.Jdbc;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What people do with the agent list, and the statements that follow from it. */
final class ListingCases {
    /** Two attributes that 1 of 100 agents and 1 of 20 agents have. */
    static final Map<String, List<String>> TWO_ATTRIBUTES =
            Map.of("site.id", List.of("site-37"), "labels.team", List.of("team-17"));

    private ListingCases() {}

    /** The agents whose running configuration differs: one of 100. */
    static AgentQuery differing(String sort) {
        AgentQuery all = query("", Map.of(), sort, 1);
        return new AgentQuery(
                all.text(),
                all.status(),
                all.health(),
                all.kinds(),
                all.versions(),
                all.fleets(),
                all.sync(),
                List.of("differs"),
                all.osTypes(),
                all.attributes(),
                all.sort(),
                all.page(),
                all.pageSize());
    }

    /** A statement with its parameters. */
    record Statement(String sql, Jdbc.Binder binder) {}

    /** Page, total and facets of a query, by what they are. */
    static Map<String, Statement> statements(AgentQuery query) {
        AgentFilter filter = AgentFilter.of(query);
        AgentListingPg.Facets facets = AgentListingPg.Facets.of(query);
        Map<String, Statement> statements = new LinkedHashMap<>();
        statements.put(
                "page",
                new Statement(
                        AgentListingPg.pageSql(query, filter),
                        parameters -> {
                            filter.binder().bind(parameters);
                            parameters
                                    .integer(query.pageSize())
                                    .bigint((query.page() - 1L) * query.pageSize());
                        }));
        statements.put("total", new Statement(AgentListingPg.totalSql(filter), filter.binder()));
        statements.put("facets", new Statement(facets.sql(), facets.binder()));
        return statements;
    }

    static AgentQuery query(
            String text, Map<String, List<String>> attributes, String sort, int page) {
        return new AgentQuery(
                Optional.of(text).filter(each -> !each.isEmpty()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                attributes,
                sort,
                page,
                50);
    }
}
