package dev.myriarch.gitops.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.gitops.FleetMembers;
import java.util.HashMap;
import java.util.Map;

/** Counts the agents of fleets in PostgreSQL. Thread-safe. */
public final class FleetMembersPg implements FleetMembers {
    private static final String COUNTS =
            """
            SELECT coalesce(fleet_name, '') AS fleet, config_sync, count(*) AS agents
            FROM agents GROUP BY 1, 2
            """;

    private final Jdbc jdbc;

    public FleetMembersPg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Map<String, Members> counts() {
        Map<String, Map<String, Long>> states = new HashMap<>();
        jdbc.list(
                        COUNTS,
                        Jdbc.Binder.NONE,
                        row ->
                                new Count(
                                        row.text("fleet"),
                                        row.text("config_sync"),
                                        row.bigint("agents")))
                .forEach(count ->
                        states.computeIfAbsent(count.fleet, _ -> new HashMap<>())
                                .put(count.state, count.agents));
        Map<String, Members> members = new HashMap<>();
        states.forEach((fleet, counts) -> members.put(fleet, new Members(counts)));
        return members;
    }

    private record Count(String fleet, String state, long agents) {}
}
