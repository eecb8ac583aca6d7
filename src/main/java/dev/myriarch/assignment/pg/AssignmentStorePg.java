package dev.myriarch.assignment.pg;

import dev.myriarch.agent.Assignment;
import dev.myriarch.assignment.AssignmentChange;
import dev.myriarch.assignment.AssignmentStore;
import dev.myriarch.base.Value;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The assignment columns of {@code agents} in PostgreSQL. Thread-safe. */
public final class AssignmentStorePg implements AssignmentStore {
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
    public boolean compareAndSet(
            AgentId id, Assignment expected, AssignmentChange change, Instant now) {
        return database.update(
                        COMPARE_AND_SET,
                        parameters ->
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
                                        .uuid(id.uuid())
                                        .text(expected.fleet().orElse(null))
                                        .text(hex(expected.assigned()))
                                        .text(hex(expected.desired()))
                                        .text(expected.targetVersion().orElse(null))
                                        .text(expected.error()))
                == 1;
    }

    private static @Nullable String hex(Optional<ConfigHash> hash) {
        return hash.map(ConfigHash::hex).orElse(null);
    }
}
