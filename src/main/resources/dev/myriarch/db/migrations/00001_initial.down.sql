DROP TABLE kv, replicas, audit_events, enrollment_tokens, api_tokens, sessions, users,
  gitops_syncs, gitops_status, gitops_files, gitops_objects, agent_events, agents,
  component_sets, effective_configs, rendered_configs, schema_compat;
