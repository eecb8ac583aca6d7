package dev.myriarch.rollout.pg;

/** The statements about rollouts and their waves. */
final class RolloutSql {
    private static final String COLUMNS =
            """
            r.id, r.kind, r.fleet, r.from_ref, r.to_ref, r.origin, r.created_by, r.request_reason,
            r.policy::text AS policy, r.annotations::text AS annotations, r.status,
            r.status_reason, r.current_wave, r.wake_at, r.created_at, r.started_at, r.finished_at,
            r.updated_at\
            """;

    private static final String LIVE =
            """
            r.status IN ('pending', 'running', 'waiting_approval', 'paused', 'failed',
              'rolling_back')\
            """;

    /** The fleet has a live rollout of the kind: no hit. */
    static final String INSERT =
            """
            INSERT INTO rollouts (id, kind, fleet, from_ref, to_ref, origin, created_by,
              request_reason, policy, annotations, status, status_reason, current_wave, wake_at,
              created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (fleet, kind) WHERE status IN ('pending', 'running', 'waiting_approval',
              'paused', 'failed', 'rolling_back') DO NOTHING
            """;

    static final String INSERT_WAVE =
            """
            INSERT INTO rollout_waves (rollout_id, wave, name, require_approval, status)
            VALUES (?, ?, ?, ?, ?)
            """;

    static final String FIND = "SELECT " + COLUMNS + " FROM rollouts r WHERE r.id = ?";

    static final String FIND_LIVE =
            "SELECT " + COLUMNS + " FROM rollouts r WHERE r.fleet = ? AND r.kind = ? AND " + LIVE;

    static final String ALL_LIVE =
            "SELECT " + COLUMNS + " FROM rollouts r WHERE " + LIVE + " ORDER BY r.created_at, r.id";

    private static final String FILTER =
            """
            (cardinality(?::text[]) = 0 OR r.fleet = ANY (?))
              AND (cardinality(?::text[]) = 0 OR r.kind = ANY (?))
              AND (cardinality(?::text[]) = 0 OR r.status = ANY (?))\
            """;

    static final String LIST =
            "SELECT "
                    + COLUMNS
                    + " FROM rollouts r WHERE "
                    + FILTER
                    + " ORDER BY r.created_at DESC, r.id DESC LIMIT ? OFFSET ?";

    static final String COUNT = "SELECT count(*) AS total FROM rollouts r WHERE " + FILTER;

    static final String WAVES =
            """
            SELECT rollout_id, wave, name, require_approval, status, approved_by, approved_at,
              acknowledged_failures, started_at, finished_at
            FROM rollout_waves WHERE rollout_id = ANY (?) ORDER BY rollout_id, wave
            """;

    static final String COUNTS =
            """
            SELECT rollout_id, wave, status, count(*) AS count FROM rollout_targets
            WHERE rollout_id = ANY (?) GROUP BY rollout_id, wave, status
            """;

    /** Two writes of one microsecond have different times too: they guard updates. */
    private static final String UPDATED =
            "updated_at = GREATEST(?, updated_at + interval '1 microsecond')";

    static final String SET_STATUS =
            """
            UPDATE rollouts SET status = ?, status_reason = ?,
              started_at = CASE WHEN ? THEN COALESCE(started_at, ?) ELSE started_at END,
              finished_at = CASE WHEN ? THEN NULL ELSE ?::timestamptz END,
              wake_at = CASE WHEN ? THEN wake_at END,
            """
                    + UPDATED
                    + " WHERE id = ? AND status = ?";

    static final String SET_PROGRESS =
            "UPDATE rollouts SET current_wave = ?, wake_at = ?, annotations = ?, "
                    + UPDATED
                    + " WHERE id = ? AND status = ?";

    static final String SET_WAVE_STATUS =
            """
            UPDATE rollout_waves SET status = ?,
              started_at = CASE WHEN ? THEN COALESCE(started_at, ?) ELSE started_at END,
              finished_at = CASE WHEN ? THEN ?::timestamptz END
            WHERE rollout_id = ? AND wave = ? AND status = ?
            """;

    static final String APPROVE_WAVE =
            """
            UPDATE rollout_waves SET status = 'running', approved_by = ?, approved_at = ?,
              started_at = COALESCE(started_at, ?)
            WHERE rollout_id = ? AND wave = ? AND status = 'waiting_approval'
            """;

    static final String ACKNOWLEDGE =
            """
            UPDATE rollout_waves SET acknowledged_failures = ?
            WHERE rollout_id = ? AND wave = ? AND acknowledged_failures = ?
            """;

    static final String ADD_EVENT =
            """
            INSERT INTO rollout_events
              (rollout_id, at, type, severity, wave, agent_id, actor, text, details)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    static final String EVENTS =
            """
            SELECT at, type, severity, wave, agent_id, actor, text, details::text AS details
            FROM rollout_events WHERE rollout_id = ? ORDER BY id DESC LIMIT ?
            """;

    private RolloutSql() {}
}
