DROP TABLE saved_filters, package_offers, artifacts, releases, fleet_version_selections,
  rollout_events, rollout_targets, rollout_waves, rollouts;

DROP INDEX kv_expires;
ALTER TABLE kv DROP COLUMN expires_at;

DROP INDEX audit_events_target, audit_events_actor, audit_events_action, sessions_expires,
  gitops_syncs_at, effective_configs_used, rendered_configs_used;
ALTER TABLE component_sets DROP COLUMN used_at;

CREATE INDEX agent_events_agent ON agent_events (agent_id, id DESC);
DROP INDEX agent_events_agent_at;

DROP INDEX agents_linked_collector, agents_attributes;
ALTER TABLE agents DROP COLUMN packages_hash, DROP COLUMN package_statuses,
  DROP COLUMN linked_collector, DROP COLUMN site_country, DROP COLUMN site_type;
ALTER TABLE agents RESET (fillfactor);
CREATE INDEX agents_online_seen ON agents (last_seen_at) WHERE online;
