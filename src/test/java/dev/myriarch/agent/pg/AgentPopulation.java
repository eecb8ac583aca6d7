package dev.myriarch.agent.pg;

import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;

/**
 * Many agents as a large fleet has them: 100 sites, five fleets, eight versions, 24 attributes and
 * a health tree of some kilobytes each. The same number gives the same agents.
 */
final class AgentPopulation {
    private static final String INSERT =
            """
            INSERT INTO agents (id, kind, identifying, non_identifying, token_labels, labels,
              host_name, service_name, version, version_major, version_minor, version_patch,
              os_type, credential, online, last_seen_at, healthy, health, health_at, fleet_name,
              assigned_config_hash, desired_config_hash, remote_config_hash, remote_config_status,
              effective_config_hash, created_at, updated_at)
            SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              CASE WHEN n % 10 = 0 THEN 'updater' ELSE 'collector' END,
              jsonb_build_object('service.name', 'otelcol-contrib',
                'service.version', '0.' || 155 + n % 8 || '.0',
                'service.instance.id', md5(n::text)),
              jsonb_build_object('host.name', 'host-' || lpad(n::text, 6, '0'),
                'os.type', CASE WHEN n % 4 = 0 THEN 'windows' ELSE 'linux' END,
                'host.arch', CASE WHEN n % 3 = 0 THEN 'arm64' ELSE 'amd64' END,
                'site.type', CASE WHEN n % 7 = 0 THEN 'datacenter' ELSE 'edge' END,
                'site.country', (ARRAY['DE', 'FR', 'PL', 'ES', 'IT'])[1 + n % 5],
                'site.id', 'site-' || n % 100,
                'deployment.environment.name', 'production')
                || (SELECT jsonb_object_agg('attribute.' || i, 'value-' || (n + i) % 1000)
                    FROM generate_series(1, 14) AS i),
              '{}', jsonb_build_object('team', 'team-' || n % 20),
              'host-' || lpad(n::text, 6, '0'), 'otelcol-contrib',
              '0.' || 155 + n % 8 || '.0', 0, 155 + n % 8, 0,
              CASE WHEN n % 4 = 0 THEN 'windows' ELSE 'linux' END, 'token:1', n % 20 <> 0,
              timestamptz '2026-05-01' + n * interval '1 second', n % 25 <> 0,
              jsonb_build_object('healthy', n % 25 <> 0, 'components',
                (SELECT jsonb_object_agg('pipeline:metrics/' || i, jsonb_build_object(
                    'healthy', true, 'status', 'StatusOK', 'startTime', md5((n * i)::text)))
                 FROM generate_series(1, 30) AS i)),
              timestamptz '2026-05-01', 'fleet-' || n % 5, repeat('a', 64), repeat('a', 64),
              CASE WHEN n % 15 = 0 THEN repeat('b', 64) ELSE repeat('a', 64) END, 'applied',
              repeat('e', 64),
              timestamptz '2026-05-01', timestamptz '2026-05-01'
            FROM generate_series(1, ?) AS n
            """;

    /** One of 100 differs, one of 50 left values out; what is not in sync was not compared. */
    private static final String COMPARE =
            """
            UPDATE agents SET config_proof = CASE WHEN compared.n % 100 = 1 THEN 'differs'
                WHEN compared.n % 50 = 2 THEN 'left_out' ELSE 'verified' END,
              config_proof_offer = desired_config_hash, config_proof_report = effective_config_hash
            FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM agents) AS compared
            WHERE agents.id = compared.id AND config_sync = 'in_sync'
            """;

    private AgentPopulation() {}

    /** Inserts {@code count} agents and lets the planner know them. */
    static void fill(Database database, int count) {
        int inserted = database.update(INSERT, parameters -> parameters.integer(count));
        if (inserted != count) {
            throw new IllegalStateException("only " + inserted + " agents were inserted");
        }
        if (database.update(COMPARE, Jdbc.Binder.NONE) == 0) {
            throw new IllegalStateException("no agent was compared");
        }
        // Also the visibility map, as the autovacuum of a running server keeps it.
        database.update("VACUUM (ANALYZE) agents, agent_listing", Jdbc.Binder.NONE);
    }
}
