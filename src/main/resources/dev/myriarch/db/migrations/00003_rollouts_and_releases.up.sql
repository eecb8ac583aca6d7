-- Rollouts, package offers, releases, artifacts and saved filters; indexes and columns of listings
-- and of the retention.
-- Rolling update: expand only. A column with a value that follows from others is nothing that a
-- replica of the version before writes.
-- Compatibility level: unchanged

-- What the last-seen flush changes is in no index, so that it stays within the page (HOT): 20,000
-- agents are seen every 30 seconds, and each update would otherwise touch every index of the table.
DROP INDEX agents_online_seen;
ALTER TABLE agents SET (fillfactor = 80);

ALTER TABLE agents
  ADD COLUMN site_type text NOT NULL GENERATED ALWAYS AS (
    left(COALESCE(identifying ->> 'site.type', non_identifying ->> 'site.type', ''), 255)) STORED,
  ADD COLUMN site_country text NOT NULL GENERATED ALWAYS AS (
    left(COALESCE(identifying ->> 'site.country', non_identifying ->> 'site.country', ''), 255))
    STORED,
  ADD COLUMN linked_collector uuid,
  ADD COLUMN package_statuses jsonb,
  ADD COLUMN packages_hash text;
CREATE INDEX agents_attributes ON agents USING gin (
  identifying jsonb_path_ops, non_identifying jsonb_path_ops, labels jsonb_path_ops);
CREATE INDEX agents_linked_collector ON agents (linked_collector)
  WHERE linked_collector IS NOT NULL;

CREATE INDEX agent_events_agent_at ON agent_events (agent_id, at DESC, id DESC);
DROP INDEX agent_events_agent;

ALTER TABLE component_sets ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX rendered_configs_used ON rendered_configs (used_at);
CREATE INDEX effective_configs_used ON effective_configs (used_at);

CREATE INDEX gitops_syncs_at ON gitops_syncs (at);
CREATE INDEX sessions_expires ON sessions (expires_at);
CREATE INDEX audit_events_action ON audit_events (action text_pattern_ops, id DESC);
CREATE INDEX audit_events_actor ON audit_events (actor, id DESC);
-- What somebody typed may be longer than an index entry.
CREATE INDEX audit_events_target ON audit_events (target_type, left(target_id, 64), id DESC);

ALTER TABLE kv ADD COLUMN expires_at timestamptz;
CREATE INDEX kv_expires ON kv (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE rollouts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('config', 'version')),
  fleet text NOT NULL,
  from_ref text NOT NULL,
  to_ref text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('gitops', 'ui')),
  created_by text NOT NULL,
  request_reason text NOT NULL DEFAULT '',
  policy jsonb NOT NULL,
  annotations jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL CHECK (status IN (
    'pending', 'running', 'waiting_approval', 'paused', 'completed', 'failed', 'aborted',
    'rolling_back', 'rolled_back', 'superseded')),
  status_reason text NOT NULL DEFAULT '',
  current_wave integer NOT NULL DEFAULT 0,
  wake_at timestamptz,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz NOT NULL
);
-- A failed rollout is live: only an operator ends it.
CREATE UNIQUE INDEX rollouts_live ON rollouts (fleet, kind) WHERE status IN (
  'pending', 'running', 'waiting_approval', 'paused', 'failed', 'rolling_back');
CREATE INDEX rollouts_created ON rollouts (created_at DESC, id DESC);
CREATE INDEX rollouts_fleet ON rollouts (fleet, created_at DESC, id DESC);
CREATE INDEX rollouts_finished ON rollouts (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE rollout_waves (
  rollout_id uuid NOT NULL REFERENCES rollouts (id) ON DELETE CASCADE,
  wave integer NOT NULL CHECK (wave >= 0),
  name text NOT NULL,
  require_approval boolean NOT NULL,
  status text NOT NULL CHECK (status IN (
    'pending', 'waiting_approval', 'running', 'completed', 'failed', 'skipped')),
  approved_by text,
  approved_at timestamptz,
  acknowledged_failures integer NOT NULL DEFAULT 0,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (rollout_id, wave)
);

-- The agent may be deleted while the rollout is kept, so it is no reference.
CREATE TABLE rollout_targets (
  rollout_id uuid NOT NULL REFERENCES rollouts (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL,
  wave integer NOT NULL,
  host_name text NOT NULL,
  from_ref text NOT NULL,
  to_ref text NOT NULL,
  status text NOT NULL CHECK (status IN (
    'pending', 'waiting_window', 'in_progress', 'verifying', 'succeeded', 'failed', 'skipped',
    'cancelled', 'rolled_back')),
  reason text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  attempt integer NOT NULL DEFAULT 0,
  executor_ref text,
  progress jsonb NOT NULL DEFAULT '{}',
  observations jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  verified_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (rollout_id, agent_id)
);
CREATE INDEX rollout_targets_order ON rollout_targets (rollout_id, wave, host_name, agent_id);
CREATE INDEX rollout_targets_agent ON rollout_targets (agent_id, created_at DESC);

CREATE TABLE rollout_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rollout_id uuid NOT NULL REFERENCES rollouts (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  type text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'error')),
  wave integer,
  agent_id uuid,
  actor text NOT NULL,
  text text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX rollout_events_rollout ON rollout_events (rollout_id, id DESC);

CREATE TABLE fleet_version_selections (
  fleet text PRIMARY KEY,
  version text NOT NULL,
  selected_by text NOT NULL,
  selected_at timestamptz NOT NULL,
  reason text NOT NULL DEFAULT '',
  git_target text,
  revision text NOT NULL,
  planned_at timestamptz,
  rollout_id uuid,
  invalidated_at timestamptz,
  invalid_reason text
);

CREATE TABLE releases (
  distribution text NOT NULL,
  version text NOT NULL,
  version_major bigint NOT NULL,
  version_minor bigint NOT NULL,
  version_patch bigint NOT NULL,
  prerelease boolean NOT NULL,
  tag text NOT NULL,
  url text NOT NULL,
  published_at timestamptz NOT NULL,
  assets jsonb NOT NULL DEFAULT '[]',
  changes jsonb NOT NULL DEFAULT '[]',
  found_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  acknowledged_by text,
  acknowledged_at timestamptz,
  PRIMARY KEY (distribution, version)
);
CREATE INDEX releases_order ON releases (
  distribution, version_major DESC, version_minor DESC, version_patch DESC, prerelease);

CREATE TABLE artifacts (
  id uuid PRIMARY KEY,
  distribution text NOT NULL,
  version text NOT NULL,
  os text NOT NULL,
  arch text NOT NULL,
  file_name text NOT NULL,
  source_url text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'downloading', 'ready', 'failed')),
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint,
  bundle bytea,
  verified boolean NOT NULL DEFAULT false,
  error text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  UNIQUE (distribution, version, os, arch),
  CHECK (status <> 'ready' OR (sha256 IS NOT NULL AND size IS NOT NULL))
);

CREATE TABLE package_offers (
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  name text NOT NULL,
  version text NOT NULL,
  artifact_id uuid NOT NULL REFERENCES artifacts (id),
  rollout_id uuid,
  offered_at timestamptz NOT NULL,
  PRIMARY KEY (agent_id, name)
);
CREATE INDEX package_offers_artifact ON package_offers (artifact_id);

CREATE TABLE saved_filters (
  id uuid PRIMARY KEY,
  owner text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  shared boolean NOT NULL,
  preferred boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (owner, name)
);
CREATE UNIQUE INDEX saved_filters_preferred ON saved_filters (owner) WHERE preferred;
CREATE INDEX saved_filters_shared ON saved_filters (name) WHERE shared;
