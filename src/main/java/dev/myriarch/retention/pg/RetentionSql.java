package dev.myriarch.retention.pg;

import dev.myriarch.retention.Kept;

/** The statements of {@link RetentionStorePg}. Each has the parameters (before, limit) at least. */
final class RetentionSql {
    private static final String AGENT_EVENTS =
            """
            DELETE FROM agent_events WHERE id IN (
              SELECT id FROM agent_events WHERE at < ? ORDER BY at LIMIT ?)
            """;

    private static final String AUDIT_EVENTS =
            """
            DELETE FROM audit_events WHERE id IN (
              SELECT id FROM audit_events WHERE at < ? ORDER BY at LIMIT ?)
            """;

    /** Waves, targets and events go with their rollout. */
    private static final String FINISHED_ROLLOUTS =
            """
            DELETE FROM rollouts WHERE id IN (
              SELECT id FROM rollouts WHERE finished_at < ? ORDER BY finished_at LIMIT ?)
            """;

    /** The last one of each result stays: it says since when things are as they are. */
    private static final String GITOPS_SYNCS =
            """
            DELETE FROM gitops_syncs WHERE id IN (
              SELECT id FROM gitops_syncs WHERE at < ?
                AND id NOT IN (SELECT max(id) FROM gitops_syncs GROUP BY result)
              ORDER BY at LIMIT ?)
            """;

    private static final String EXPIRED_KEYS =
            """
            DELETE FROM kv WHERE key IN (
              SELECT key FROM kv WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
              FOR UPDATE SKIP LOCKED)
            """;

    /** The lock keeps an agent that comes back at this moment. */
    static final String OFFLINE_AGENTS =
            """
            DELETE FROM agents WHERE id IN (
              SELECT id FROM agents
              WHERE NOT online AND GREATEST(last_seen_at, disconnected_at, created_at) < ?
              ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING id
            """;

    private static final String RENDERED_REFERENCES =
            """
            SELECT unnest(ARRAY[assigned_config_hash, desired_config_hash, failed_config_hash,
              remote_config_hash, config_proof_offer]) FROM agents
            UNION SELECT unnest(ARRAY[t.from_ref, t.to_ref])
              FROM rollout_targets t JOIN rollouts r ON r.id = t.rollout_id
              WHERE r.kind = 'config'\
            """;

    private static final String EFFECTIVE_REFERENCES =
            "SELECT unnest(ARRAY[effective_config_hash, config_proof_report]) FROM agents";

    private static final String COMPONENT_REFERENCES = "SELECT components_hash FROM agents";

    private RetentionSql() {}

    static String delete(Kept kept) {
        return switch (kept) {
            case AGENT_EVENTS -> AGENT_EVENTS;
            case AUDIT_EVENTS -> AUDIT_EVENTS;
            case FINISHED_ROLLOUTS -> FINISHED_ROLLOUTS;
            case GITOPS_SYNCS -> GITOPS_SYNCS;
            case EXPIRED_KEYS -> EXPIRED_KEYS;
            case RENDERED_CONFIGS -> deleteContent("rendered_configs", RENDERED_REFERENCES);
            case EFFECTIVE_CONFIGS -> deleteContent("effective_configs", EFFECTIVE_REFERENCES);
            case COMPONENT_SETS -> deleteContent("component_sets", COMPONENT_REFERENCES);
            case OFFLINE_AGENTS -> throw notContent(kept);
        };
    }

    /** Parameters: now, noted before, limit. */
    static String noteUse(Kept kept) {
        return switch (kept) {
            case RENDERED_CONFIGS -> noteUse("rendered_configs", RENDERED_REFERENCES);
            case EFFECTIVE_CONFIGS -> noteUse("effective_configs", EFFECTIVE_REFERENCES);
            case COMPONENT_SETS -> noteUse("component_sets", COMPONENT_REFERENCES);
            case AGENT_EVENTS,
                    AUDIT_EVENTS,
                    FINISHED_ROLLOUTS,
                    GITOPS_SYNCS,
                    OFFLINE_AGENTS,
                    EXPIRED_KEYS ->
                    throw notContent(kept);
        };
    }

    /** Content that is stored again at this moment is locked, and then no longer old. */
    private static String deleteContent(String table, String references) {
        return """
        WITH referenced (hash) AS MATERIALIZED (%2$s)
        DELETE FROM %1$s WHERE hash IN (
          SELECT hash FROM %1$s WHERE used_at < ?
            AND NOT EXISTS (SELECT 1 FROM referenced WHERE referenced.hash = %1$s.hash)
          ORDER BY used_at LIMIT ? FOR UPDATE OF %1$s SKIP LOCKED)
        """
                .formatted(table, references);
    }

    private static String noteUse(String table, String references) {
        return """
        WITH referenced (hash) AS MATERIALIZED (%2$s)
        UPDATE %1$s SET used_at = ? WHERE hash IN (
          SELECT hash FROM %1$s WHERE used_at < ?
            AND EXISTS (SELECT 1 FROM referenced WHERE referenced.hash = %1$s.hash)
          ORDER BY used_at LIMIT ? FOR UPDATE OF %1$s SKIP LOCKED)
        """
                .formatted(table, references);
    }

    private static IllegalArgumentException notContent(Kept kept) {
        return new IllegalArgumentException("not for " + kept.text());
    }
}
