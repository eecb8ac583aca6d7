-- First schema: agents, configurations, GitOps state, credentials, events.
-- Rolling update: not compatible, there is no version before it
-- Compatibility level: raised to 00001

CREATE TABLE schema_compat (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  min_binary_schema integer NOT NULL
);
INSERT INTO schema_compat (min_binary_schema) VALUES (1);

CREATE TABLE rendered_configs (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  body bytea NOT NULL,
  fleet text NOT NULL,
  blueprint text NOT NULL,
  revision text NOT NULL,
  layers jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL
);

CREATE TABLE effective_configs (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  body bytea NOT NULL,
  content_type text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL
);

CREATE TABLE component_sets (
  hash text PRIMARY KEY,
  components jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE agents (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('collector', 'updater', 'bridge', 'unknown')),
  identifying jsonb NOT NULL DEFAULT '{}',
  non_identifying jsonb NOT NULL DEFAULT '{}',
  token_labels jsonb NOT NULL DEFAULT '{}',
  labels jsonb NOT NULL DEFAULT '{}',
  capabilities bigint NOT NULL DEFAULT 0,
  host_name text NOT NULL DEFAULT '',
  service_name text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  version_major integer,
  version_minor integer,
  version_patch integer,
  os_type text NOT NULL DEFAULT '',
  credential text NOT NULL DEFAULT '',

  online boolean NOT NULL DEFAULT false,
  replica text,
  transport text CHECK (transport IN ('websocket', 'http')),
  remote_address text,
  connected_at timestamptz,
  disconnected_at timestamptz,
  disconnect_cause text
    CHECK (disconnect_cause IN ('agent', 'network', 'replica_stopped', 'replica_lost')),
  last_seen_at timestamptz,

  healthy boolean,
  health jsonb,
  health_at timestamptz,
  effective_config_hash text,
  effective_config_at timestamptz,
  components_hash text,
  remote_config_hash text,
  remote_config_status text NOT NULL DEFAULT 'unset'
    CHECK (remote_config_status IN ('unset', 'applied', 'applying', 'failed')),
  remote_config_error text NOT NULL DEFAULT '',
  remote_config_at timestamptz,

  fleet_name text,
  assigned_config_hash text,
  desired_config_hash text,
  failed_config_hash text,
  target_version text,
  assignment_error text NOT NULL DEFAULT '',
  assigned_at timestamptz,
  config_sync text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN assigned_config_hash IS NULL AND desired_config_hash IS NULL THEN 'none'
      WHEN desired_config_hash IS NOT NULL AND failed_config_hash = desired_config_hash
        THEN 'failed'
      WHEN assigned_config_hash IS DISTINCT FROM desired_config_hash THEN 'drift'
      WHEN remote_config_hash = desired_config_hash AND remote_config_status = 'applied'
        THEN 'in_sync'
      ELSE 'pending'
    END) STORED,

  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX agents_fleet ON agents (fleet_name);
CREATE INDEX agents_host_name ON agents (host_name, id);
CREATE INDEX agents_online_seen ON agents (last_seen_at) WHERE online;
CREATE INDEX agents_replica ON agents (replica) WHERE online;

CREATE TABLE agent_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  type text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'error')),
  text text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX agent_events_agent ON agent_events (agent_id, id DESC);
CREATE INDEX agent_events_at ON agent_events (at);

CREATE TABLE gitops_objects (
  kind text NOT NULL,
  name text NOT NULL,
  content_hash text NOT NULL,
  content jsonb NOT NULL,
  file text NOT NULL,
  line integer NOT NULL,
  revision text NOT NULL,
  PRIMARY KEY (kind, name)
);

CREATE TABLE gitops_files (
  path text PRIMARY KEY,
  body bytea NOT NULL
);

CREATE TABLE gitops_status (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  state text NOT NULL CHECK (state IN ('never', 'ok', 'error')),
  applied_revision text,
  applied_at timestamptz,
  latest_revision text,
  checked_at timestamptz,
  issues jsonb NOT NULL DEFAULT '[]',
  message text NOT NULL DEFAULT ''
);
INSERT INTO gitops_status (state) VALUES ('never');

CREATE TABLE gitops_syncs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  revision text NOT NULL,
  result text NOT NULL CHECK (result IN ('applied', 'unchanged', 'invalid', 'failed')),
  changed_objects jsonb NOT NULL DEFAULT '[]',
  errors integer NOT NULL DEFAULT 0,
  warnings integer NOT NULL DEFAULT 0,
  message text NOT NULL DEFAULT ''
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  subject text NOT NULL,
  display_name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_login_at timestamptz,
  UNIQUE (provider, subject)
);

CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  csrf_token text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  prefix text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

CREATE TABLE enrollment_tokens (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  prefix text NOT NULL,
  name text NOT NULL,
  labels jsonb NOT NULL DEFAULT '{}',
  multiplex boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  use_count bigint NOT NULL DEFAULT 0
);

CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  result text NOT NULL CHECK (result IN ('success', 'failure')),
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_at ON audit_events (at DESC, id DESC);

CREATE TABLE replicas (
  id text PRIMARY KEY,
  version text NOT NULL,
  leader boolean NOT NULL,
  connections integer NOT NULL,
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL
);

CREATE TABLE kv (
  key text PRIMARY KEY,
  value bytea NOT NULL,
  updated_at timestamptz NOT NULL
);
