package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.db.Jdbc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lists, counts and pages of agents. Thread-safe. */
final class AgentListingPg {
    /** Values that one facet shows at most. */
    private static final int FACET_VALUES = 200;

    private static final String LISTING = "agent_listing AS listing";

    private final Jdbc jdbc;

    AgentListingPg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    AgentPage list(AgentQuery query) {
        AgentFilter filter = AgentFilter.of(query);
        long offset = (query.page() - 1L) * query.pageSize();
        List<Agent> items =
                jdbc.list(
                        pageSql(query, filter),
                        parameters -> {
                            filter.binder().bind(parameters);
                            parameters.integer(query.pageSize()).bigint(offset);
                        },
                        AgentRow::read);
        long total =
                jdbc.one(totalSql(filter), filter.binder(), row -> row.bigint("total")).orElse(0L);
        return new AgentPage(items, query.page(), query.pageSize(), total);
    }

    /**
     * The ids of a page are found first, among narrow rows where that is possible: to sort would
     * otherwise carry every column of all agents that match.
     */
    static String pageSql(AgentQuery query, AgentFilter filter) {
        String order = AgentFilter.order(query.sort());
        String ids =
                AgentFilter.listedOrder(query.sort())
                        .map(listed ->
                                "SELECT agent_id FROM %s WHERE %s ORDER BY %s"
                                        .formatted(LISTING, filter.sql(), listed))
                        .orElseGet(() ->
                                "SELECT agents.id FROM %s WHERE %s ORDER BY %s"
                                        .formatted(joined(filter), filter.sql(), order));
        return "SELECT %s FROM agents WHERE id = ANY (ARRAY(%s LIMIT ? OFFSET ?)) ORDER BY %s"
                .formatted(AgentRow.LISTED_COLUMNS, ids, order);
    }

    private static String joined(AgentFilter filter) {
        return filter.sql().equals(AgentFilter.EVERYTHING)
                ? "agents"
                : "agents JOIN %s ON listing.agent_id = agents.id".formatted(LISTING);
    }

    static String totalSql(AgentFilter filter) {
        return "SELECT count(*) AS total FROM %s WHERE %s".formatted(LISTING, filter.sql());
    }

    AgentFacets facets(AgentQuery query) {
        Facets facets = Facets.of(query);
        Map<String, List<AgentFacets.Count>> dimensions = new LinkedHashMap<>();
        for (AgentFilter.Dimension dimension : AgentFilter.Dimension.values()) {
            dimensions.put(dimension.text(), new ArrayList<>());
        }
        long total = 0;
        List<Counted> all =
                jdbc.list(
                        facets.sql(),
                        facets.binder(),
                        row ->
                                new Counted(
                                        row.text("dimension"),
                                        new AgentFacets.Count(
                                                row.text("value"), row.bigint("count"))));
        for (Counted counted : all) {
            List<AgentFacets.Count> counts = dimensions.get(counted.dimension());
            if (counts == null) {
                total = counted.count().count();
            } else {
                counts.add(counted.count());
            }
        }
        dimensions.replaceAll((_, counts) ->
                counts.stream()
                        .sorted(
                                Comparator.comparingLong(AgentFacets.Count::count)
                                        .reversed()
                                        .thenComparing(AgentFacets.Count::value))
                        .toList());
        return new AgentFacets(dimensions, total);
    }

    private record Counted(String dimension, AgentFacets.Count count) {}

    /**
     * One statement for all facets: the agents are read once and counted by all dimensions
     * together, and each facet sums up those counts, which are few.
     */
    record Facets(String sql, Jdbc.Binder binder) {
        private static final String TOTAL = "total";

        static Facets of(AgentQuery query) {
            AgentFilter base = AgentFilter.apartFromDimensions(query);
            List<Jdbc.Binder> binders = new ArrayList<>();
            binders.add(base.binder());
            List<String> columns = new ArrayList<>();
            List<String> selects = new ArrayList<>();
            for (AgentFilter.Dimension dimension : AgentFilter.Dimension.values()) {
                columns.add(dimension.column());
                AgentFilter filter = AgentFilter.without(query, dimension);
                binders.add(filter.binder());
                selects.add(facet(dimension, filter));
            }
            AgentFilter all = AgentFilter.ofDimensions(query);
            binders.add(all.binder());
            selects.add(
                    "SELECT '%s', '', COALESCE(sum(agents), 0)::bigint FROM counted WHERE %s"
                            .formatted(TOTAL, all.sql()));
            String sql =
                    """
                    WITH counted AS MATERIALIZED (
                      SELECT %s, count(*) AS agents FROM %s WHERE %s GROUP BY %s)
                    %s
                    """
                            .formatted(
                                    String.join(", ", columns),
                                    LISTING,
                                    base.sql(),
                                    positions(columns.size()),
                                    String.join(" UNION ALL ", selects));
            return new Facets(
                    sql, parameters -> binders.forEach(binder -> binder.bind(parameters)));
        }

        private static String facet(AgentFilter.Dimension dimension, AgentFilter filter) {
            // An attribute that an agent does not have is no value to filter by.
            String present =
                    dimension.attribute().isPresent() ? dimension.column() + " <> ''" : "TRUE";
            return """
            (SELECT '%s' AS dimension, %s AS value, sum(agents)::bigint AS count FROM counted
             WHERE %s AND %s GROUP BY value ORDER BY count DESC, value LIMIT %d)
            """
                    .formatted(
                            dimension.text(),
                            dimension.column(),
                            filter.sql(),
                            present,
                            FACET_VALUES);
        }

        private static String positions(int count) {
            return IntStream.rangeClosed(1, count)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(", "));
        }
    }
}
