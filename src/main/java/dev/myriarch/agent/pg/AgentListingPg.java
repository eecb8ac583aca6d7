package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Parameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists, counts and pages of agents. Thread-safe. */
final class AgentListingPg {
    /** Values that one facet shows at most. */
    private static final int FACET_VALUES = 200;

    private final Jdbc jdbc;

    AgentListingPg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    AgentPage list(AgentQuery query) {
        AgentFilter filter = AgentFilter.of(query);
        String sql =
                "SELECT %s FROM agents WHERE %s ORDER BY %s LIMIT ? OFFSET ?"
                        .formatted(AgentRow.COLUMNS, filter.sql(), AgentFilter.order(query.sort()));
        long offset = (query.page() - 1L) * query.pageSize();
        List<Agent> items =
                jdbc.list(
                        sql,
                        parameters -> {
                            filter.binder().bind(parameters);
                            parameters.integer(query.pageSize()).bigint(offset);
                        },
                        AgentRow::read);
        return new AgentPage(items, query.page(), query.pageSize(), total(query));
    }

    AgentFacets facets(AgentQuery query) {
        List<String> selects = new ArrayList<>();
        List<Jdbc.Binder> binders = new ArrayList<>();
        Map<String, List<AgentFacets.Count>> dimensions = new LinkedHashMap<>();
        for (AgentFilter.Dimension dimension : AgentFilter.Dimension.values()) {
            AgentFilter filter = AgentFilter.without(query, dimension);
            selects.add(
                    """
                    (SELECT '%s' AS dimension, %s AS value, count(*) AS count FROM agents
                     WHERE %s GROUP BY value ORDER BY count DESC, value LIMIT %d)
                    """
                            .formatted(
                                    dimension.text(),
                                    dimension.expression(),
                                    filter.sql(),
                                    FACET_VALUES));
            binders.add(filter.binder());
            dimensions.put(dimension.text(), new ArrayList<>());
        }
        jdbc.list(
                        String.join(" UNION ALL ", selects),
                        parameters -> bindAll(binders, parameters),
                        row ->
                                new Counted(
                                        row.text("dimension"),
                                        new AgentFacets.Count(
                                                row.text("value"), row.bigint("count"))))
                .forEach(counted ->
                        dimensions
                                .computeIfAbsent(counted.dimension(), _ -> new ArrayList<>())
                                .add(counted.count()));
        dimensions.replaceAll((_, counts) ->
                counts.stream()
                        .sorted(
                                Comparator.comparingLong(AgentFacets.Count::count)
                                        .reversed()
                                        .thenComparing(AgentFacets.Count::value))
                        .toList());
        return new AgentFacets(dimensions, total(query));
    }

    private long total(AgentQuery query) {
        AgentFilter filter = AgentFilter.of(query);
        return jdbc.one(
                        "SELECT count(*) AS total FROM agents WHERE " + filter.sql(),
                        filter.binder(),
                        row -> row.bigint("total"))
                .orElse(0L);
    }

    private static void bindAll(List<Jdbc.Binder> binders, Parameters parameters) {
        binders.forEach(binder -> binder.bind(parameters));
    }

    private record Counted(String dimension, AgentFacets.Count count) {}
}
