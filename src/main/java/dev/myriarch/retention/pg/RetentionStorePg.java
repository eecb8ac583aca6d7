package dev.myriarch.retention.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.retention.Kept;
import dev.myriarch.retention.RetentionStore;
import java.time.Instant;
import java.util.List;

/** Removes old rows of all tables that have a period. Thread-safe. */
public final class RetentionStorePg implements RetentionStore {
    private final Jdbc jdbc;

    public RetentionStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public int delete(Kept kept, Instant before, int limit) {
        return jdbc.update(
                RetentionSql.delete(kept), parameters -> parameters.instant(before).integer(limit));
    }

    @Override
    public List<AgentId> deleteOfflineAgents(Instant before, int limit) {
        return jdbc.list(
                RetentionSql.OFFLINE_AGENTS,
                parameters -> parameters.instant(before).integer(limit),
                row -> new AgentId(row.uuid("id")));
    }

    @Override
    public int noteUse(Kept kept, Instant notedBefore, Instant now, int limit) {
        return jdbc.update(
                RetentionSql.noteUse(kept),
                parameters -> parameters.instant(now).instant(notedBefore).integer(limit));
    }
}
