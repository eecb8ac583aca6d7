package dev.myriarch.assignment.pg;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.pg.EventOfChange;
import dev.myriarch.assignment.AssignmentChange;
import dev.myriarch.assignment.AssignmentStore;
import dev.myriarch.base.Value;
import dev.myriarch.db.Database;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Write;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.json.Json;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The assignment columns of {@code agents} in PostgreSQL. Thread-safe. */
public final class AssignmentStorePg implements AssignmentStore {
    private static final Logger LOG = System.getLogger("dev.myriarch.assignment");
    private static final String IDS = "SELECT id FROM agents ORDER BY id";
    private static final String COMPARE_AND_SET =
            """
            UPDATE agents
            SET labels = ?,
                fleet_name = ?,
                assigned_config_hash = ?,
                desired_config_hash = ?,
                failed_config_hash = CASE
                  WHEN desired_config_hash IS NOT DISTINCT FROM ? THEN failed_config_hash
                END,
                target_version = ?,
                assignment_error = ?,
                assigned_at = ?,
                updated_at = ?
            WHERE id = ?
              AND fleet_name IS NOT DISTINCT FROM ?
              AND assigned_config_hash IS NOT DISTINCT FROM ?
              AND desired_config_hash IS NOT DISTINCT FROM ?
              AND target_version IS NOT DISTINCT FROM ?
              AND assignment_error = ?
            """;

    private final Database database;

    public AssignmentStorePg(Database database) {
        this.database = database;
    }

    @Override
    public List<AgentId> agentIds() {
        return database.list(IDS, Jdbc.Binder.NONE, row -> new AgentId(row.uuid("id")));
    }

    @Override
    public boolean compareAndSet(Swap swap, Instant now) {
        List<Write> writes = new ArrayList<>();
        writes.add(new Write(COMPARE_AND_SET, binder(swap, now)));
        swap.events().forEach(event -> writes.add(EventOfChange.write(event)));
        return database.write(swap.id().uuid(), writes)[0] == 1;
    }

    @Override
    public Set<AgentId> compareAndSetAll(List<Swap> swaps, Instant now) {
        // The order in which groups of writes lock agents.
        List<Swap> sorted =
                swaps.stream().sorted(Comparator.comparing(swap -> swap.id().uuid())).toList();
        try {
            return swapAll(sorted, now);
        } catch (DatabaseException e) {
            if (e.kind() == DatabaseException.Kind.CONNECTION) {
                throw e;
            }
            return swapEach(sorted, now);
        }
    }

    private Set<AgentId> swapAll(List<Swap> swaps, Instant now) {
        List<Jdbc.Binder> binders = swaps.stream().map(swap -> binder(swap, now)).toList();
        List<AgentEvent> events = swaps.stream().flatMap(swap -> swap.events().stream()).toList();
        int[] hits =
                database.inTransaction(jdbc -> {
                    int[] swapped = jdbc.batch(COMPARE_AND_SET, binders);
                    EventOfChange.addAll(jdbc, events);
                    return swapped;
                });
        Set<AgentId> stored = new HashSet<>();
        for (int i = 0; i < hits.length; i++) {
            if (hits[i] == 1) {
                stored.add(swaps.get(i).id());
            }
        }
        return stored;
    }

    private Set<AgentId> swapEach(List<Swap> swaps, Instant now) {
        Set<AgentId> stored = new HashSet<>();
        for (Swap swap : swaps) {
            try {
                if (compareAndSet(swap, now)) {
                    stored.add(swap.id());
                }
            } catch (DatabaseException e) {
                if (e.kind() == DatabaseException.Kind.CONNECTION) {
                    throw e;
                }
                LOG.log(Level.DEBUG, "agent " + swap.id() + ": the assignment is not stored", e);
            }
        }
        return stored;
    }

    private static Jdbc.Binder binder(Swap swap, Instant now) {
        AssignmentChange change = swap.change();
        Assignment expected = swap.expected();
        return parameters ->
                parameters
                        .json(Json.write(Value.ofTexts(change.labels())))
                        .text(change.fleet().orElse(null))
                        .text(hex(change.assigned()))
                        .text(hex(change.desired()))
                        .text(hex(change.desired()))
                        .text(change.targetVersion().orElse(null))
                        .text(change.error())
                        .instant(now)
                        .instant(now)
                        .uuid(swap.id().uuid())
                        .text(expected.fleet().orElse(null))
                        .text(hex(expected.assigned()))
                        .text(hex(expected.desired()))
                        .text(expected.targetVersion().orElse(null))
                        .text(expected.error());
    }

    private static @Nullable String hex(Optional<ConfigHash> hash) {
        return hash.map(ConfigHash::hex).orElse(null);
    }
}
