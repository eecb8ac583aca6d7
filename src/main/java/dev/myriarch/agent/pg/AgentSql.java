package dev.myriarch.agent.pg;

/** The statements of {@link AgentStorePg}. */
final class AgentSql {
    static final String FIND = "SELECT " + AgentRow.COLUMNS + " FROM agents WHERE id = ?";

    static final String FIND_ALL = "SELECT " + AgentRow.COLUMNS + " FROM agents WHERE id = ANY (?)";

    /**
     * How a new agent is connected is stored with it. A bridge keeps no effective configuration: it
     * holds whole collector resources.
     */
    static final String DESCRIBE =
            """
            INSERT INTO agents (id, kind, identifying, non_identifying, token_labels, labels,
              capabilities, host_name, service_name, version, version_major, version_minor,
              version_patch, os_type, credential, created_at, updated_at, online, replica,
              transport, remote_address, connected_at, last_seen_at)
            VALUES (?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
              ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
              kind = EXCLUDED.kind,
              identifying = EXCLUDED.identifying,
              non_identifying = EXCLUDED.non_identifying,
              capabilities = EXCLUDED.capabilities,
              host_name = EXCLUDED.host_name,
              service_name = EXCLUDED.service_name,
              version = EXCLUDED.version,
              version_major = EXCLUDED.version_major,
              version_minor = EXCLUDED.version_minor,
              version_patch = EXCLUDED.version_patch,
              os_type = EXCLUDED.os_type,
              credential = CASE WHEN agents.credential = '' THEN EXCLUDED.credential
                ELSE agents.credential END,
              effective_config_hash = CASE WHEN EXCLUDED.kind = 'bridge' THEN NULL
                ELSE agents.effective_config_hash END,
              updated_at = EXCLUDED.updated_at
            """;

    static final String UPSERT = DESCRIBE + "RETURNING (xmax = 0) AS inserted";

    static final String CAPABILITIES =
            "UPDATE agents SET capabilities = ?, updated_at = ? WHERE id = ?";

    static final String ONLINE =
            """
            UPDATE agents SET online = TRUE, replica = ?, transport = ?, remote_address = ?,
              connected_at = ?, disconnect_cause = NULL,
              last_seen_at = GREATEST(last_seen_at, ?), updated_at = ?
            WHERE id = ?
            """;

    static final String TAKE_BACK =
            """
            UPDATE agents SET replica = ?, transport = ?, remote_address = ?, connected_at = ?,
              last_seen_at = GREATEST(last_seen_at, ?), updated_at = ?
            WHERE id = ? AND online AND connected_at > ?
            """;

    static final String OFFLINE =
            """
            UPDATE agents SET online = FALSE, disconnected_at = ?, disconnect_cause = ?,
              last_seen_at = GREATEST(last_seen_at, ?), updated_at = ?
            WHERE id = ? AND replica = ? AND online
            """;

    static final String REPLICA_OFFLINE =
            """
            UPDATE agents SET online = FALSE, disconnected_at = ?, disconnect_cause = ?,
              updated_at = ?
            WHERE replica = ? AND online
            RETURNING id
            """;

    static final String STALE_OFFLINE =
            """
            UPDATE agents SET online = FALSE, disconnected_at = ?, disconnect_cause = 'network',
              updated_at = ?
            WHERE online AND COALESCE(last_seen_at, connected_at, created_at) < ?
            RETURNING id
            """;

    /**
     * An agent that the sweeper took for lost while it went on talking (the database was away, so
     * nothing was flushed) is online again.
     */
    static final String TOUCH =
            """
            UPDATE agents SET
              last_seen_at = GREATEST(agents.last_seen_at, seen.at),
              online = agents.online OR COALESCE(agents.disconnected_at < seen.at, FALSE),
              disconnect_cause = CASE WHEN agents.online OR COALESCE(agents.disconnected_at < seen.at, FALSE)
                THEN NULL ELSE agents.disconnect_cause END
            FROM (SELECT id, at::timestamptz AS at FROM unnest(?::uuid[], ?::text[]) AS pair (id, at))
              AS seen
            WHERE agents.id = seen.id
            """;

    static final String HEALTH =
            """
            UPDATE agents SET healthy = ?, health = ?::jsonb, health_at = ?, updated_at = ?
            WHERE id = ?
            """;

    static final String PACKAGES =
            """
            UPDATE agents SET package_statuses = ?::jsonb, packages_hash = ?, updated_at = ?
            WHERE id = ?
            """;

    static final String PUT_EFFECTIVE =
            """
            INSERT INTO effective_configs (hash, body, content_type, created_at, used_at)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at
            """;

    static final String POINT_EFFECTIVE =
            """
            UPDATE agents SET effective_config_hash = ?, effective_config_at = ?, updated_at = ?
            WHERE id = ? AND kind <> 'bridge'
            """;

    static final String EFFECTIVE =
            "SELECT hash, body, content_type FROM effective_configs WHERE hash = ?";

    static final String REMOTE_CONFIG =
            """
            UPDATE agents SET remote_config_hash = ?, remote_config_status = ?,
              remote_config_error = ?, remote_config_at = ?, updated_at = ?
            WHERE id = ?
            """;

    static final String PUT_COMPONENTS =
            """
            INSERT INTO component_sets (hash, components, created_at, used_at)
            VALUES (?, ?::jsonb, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at
            """;

    static final String POINT_COMPONENTS =
            """
            UPDATE agents SET components_reported = ?, components_hash = ?, updated_at = ?
            WHERE id = ?
            """;

    static final String COMPONENTS = "SELECT components FROM component_sets WHERE hash = ?";

    static final String MARK_FAILED =
            """
            UPDATE agents SET failed_config_hash = ?
            WHERE id = ? AND desired_config_hash = ?
            """;

    static final String CLEAR_FAILED =
            """
            UPDATE agents SET failed_config_hash = NULL
            WHERE id = ? AND failed_config_hash IS NOT NULL
            """;

    static final String REQUEST_RESTART = "UPDATE agents SET restart_requested_at = ? WHERE id = ?";

    static final String TAKE_RESTART =
            """
            UPDATE agents SET restart_requested_at = NULL
            WHERE id = ? AND restart_requested_at = ?
            """;

    static final String TAKE_OLD_RESTARTS =
            """
            UPDATE agents SET restart_requested_at = NULL
            WHERE restart_requested_at < ?
            RETURNING id
            """;

    static final String REQUEST_RESYNC =
            """
            UPDATE agents SET resync_requested_at = ?, failed_config_hash = NULL WHERE id = ?
            """;

    static final String TAKE_RESYNC =
            """
            UPDATE agents SET resync_requested_at = NULL
            WHERE id = ? AND resync_requested_at = ?
            """;

    /** What was in conflict is decided with it. */
    static final String RELEASE_CREDENTIAL =
            """
            UPDATE agents SET credential = '', conflict_at = NULL, conflict_count = 0,
              conflict_reason = '', updated_at = ?
            WHERE id = ?
            """;

    static final String STORE_PROOF =
            """
            UPDATE agents SET config_proof = ?, config_proof_offer = ?, config_proof_report = ?,
              config_proof_paths = ?::jsonb
            WHERE id = ? AND effective_config_hash = ?
            """;

    static final String REBIND =
            "UPDATE agents SET credential = ?, updated_at = ? WHERE id = ? AND credential = ?";

    static final String RECORD_CONFLICT =
            """
            UPDATE agents SET conflict_at = ?, conflict_count = conflict_count + ?,
              conflict_reason = ?
            WHERE id = ?
            """;

    static final String FORGET_CONFLICTS =
            """
            UPDATE agents SET conflict_at = NULL, conflict_count = 0, conflict_reason = ''
            WHERE conflict_at < ?
            RETURNING id
            """;

    static final String ADD_EVENT =
            """
            INSERT INTO agent_events (agent_id, at, type, severity, text, details)
            SELECT ?, ?, ?, ?, ?, ?::jsonb WHERE EXISTS (SELECT 1 FROM agents WHERE id = ?)
            """;

    static final String EVENTS =
            """
            SELECT agent_id, at, type, severity, text, details FROM agent_events
            WHERE agent_id = ? ORDER BY at DESC, id DESC LIMIT ?
            """;

    static final String DELETE = "DELETE FROM agents WHERE id = ?";

    private AgentSql() {}
}
