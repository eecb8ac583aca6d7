package dev.myriarch.rollout.pg;

import dev.myriarch.rollout.RolloutStore.TargetSort;

/** The statements about targets of rollouts. */
final class TargetSql {
    private static final String COLUMNS =
            """
            t.rollout_id, t.agent_id, t.wave, t.host_name, t.from_ref, t.to_ref, t.status,
            t.reason, t.message, t.attempt, t.executor_ref, t.progress::text AS progress,
            t.observations::text AS observations, t.started_at, t.verified_at, t.finished_at,
            t.updated_at\
            """;

    /** A target that is there already: no hit. */
    static final String INSERT =
            """
            INSERT INTO rollout_targets (rollout_id, agent_id, host_name, wave, from_ref, to_ref,
              status, reason, message, attempt, executor_ref, progress, observations, started_at,
              verified_at, finished_at, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (rollout_id, agent_id) DO NOTHING
            """;

    static final String UPDATE =
            """
            UPDATE rollout_targets SET wave = ?, from_ref = ?, to_ref = ?, status = ?, reason = ?,
              message = ?, attempt = ?, executor_ref = ?, progress = ?, observations = ?,
              started_at = ?, verified_at = ?, finished_at = ?,
              updated_at = GREATEST(?, updated_at + interval '1 microsecond')
            WHERE rollout_id = ? AND agent_id = ? AND updated_at = ?
            """;

    static final String ALL =
            "SELECT "
                    + COLUMNS
                    + """
                     FROM rollout_targets t WHERE t.rollout_id = ?
                    ORDER BY t.wave, t.host_name, t.agent_id
                    """;

    private static final String FILTER =
            """
            t.rollout_id = ? AND (?::uuid IS NULL OR t.agent_id = ?)
              AND (?::integer IS NULL OR t.wave = ?)
              AND (cardinality(?::text[]) = 0 OR t.status = ANY (?))\
            """;

    static final String COUNT = "SELECT count(*) AS total FROM rollout_targets t WHERE " + FILTER;

    static final String LATEST =
            "SELECT DISTINCT ON (t.agent_id) r.status AS rollout_status, "
                    + COLUMNS
                    + """
                     FROM rollout_targets t JOIN rollouts r ON r.id = t.rollout_id
                    WHERE r.kind = ? AND t.agent_id = ANY (?)
                    ORDER BY t.agent_id, t.created_at DESC, t.rollout_id DESC
                    """;

    private TargetSql() {}

    static String page(TargetSort sort) {
        String order =
                switch (sort) {
                    case WAVE -> "";
                    case ACTIVITY ->
                            """
                            CASE t.status WHEN 'in_progress' THEN 0 WHEN 'verifying' THEN 0
                              WHEN 'waiting_window' THEN 1 WHEN 'failed' THEN 2
                              WHEN 'rolled_back' THEN 2 WHEN 'pending' THEN 3
                              WHEN 'succeeded' THEN 4 WHEN 'skipped' THEN 5 ELSE 6 END,\
                            """;
                };
        return "SELECT "
                + COLUMNS
                + " FROM rollout_targets t WHERE "
                + FILTER
                + " ORDER BY "
                + order
                + " t.wave, t.host_name, t.agent_id LIMIT ? OFFSET ?";
    }
}
