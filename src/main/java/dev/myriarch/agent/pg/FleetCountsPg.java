package dev.myriarch.agent.pg;

import dev.myriarch.db.Jdbc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many collectors each fleet has, by the state of their configuration. */
public final class FleetCountsPg {
    private static final String COUNTS =
            """
            SELECT coalesce(fleet_name, '') AS fleet, config_sync, count(*) AS agents
            FROM agents
            WHERE kind = 'collector' OR fleet_name IS NOT NULL
            GROUP BY 1, 2
            """;

    private final Jdbc database;

    public FleetCountsPg(Jdbc database) {
        this.database = database;
    }

    /** Fleet name to state to count; the empty name holds the collectors without a fleet. */
    public Map<String, Map<String, Long>> counts() {
        Map<String, Map<String, Long>> counts = new HashMap<>();
        List<Count> rows =
                database.list(
                        COUNTS,
                        Jdbc.Binder.NONE,
                        row ->
                                new Count(
                                        row.text("fleet"),
                                        row.text("config_sync"),
                                        row.bigint("agents")));
        for (Count row : rows) {
            counts.computeIfAbsent(row.fleet, _ -> new HashMap<>()).put(row.sync, row.agents);
        }
        return counts;
    }

    private record Count(String fleet, String sync, long agents) {}
}
