-- What an operator asked of an agent, who else claims its instance UID, and whether it runs what it
-- was offered.
-- Rolling update: expand only. A replica of the previous version neither sends a restart command nor
-- compares configurations.
-- Compatibility level: unchanged

ALTER TABLE agents ADD COLUMN restart_requested_at timestamptz;
ALTER TABLE agents ADD COLUMN resync_requested_at timestamptz;
ALTER TABLE agents ADD COLUMN conflict_at timestamptz;
ALTER TABLE agents ADD COLUMN conflict_count integer NOT NULL DEFAULT 0;
ALTER TABLE agents ADD COLUMN conflict_reason text NOT NULL DEFAULT '';
ALTER TABLE agents ADD COLUMN config_proof text NOT NULL DEFAULT 'unknown'
  CHECK (config_proof IN ('unknown', 'verified', 'left_out', 'differs'));
ALTER TABLE agents ADD COLUMN config_proof_offer text;
ALTER TABLE agents ADD COLUMN config_proof_report text;
ALTER TABLE agents ADD COLUMN config_proof_paths jsonb NOT NULL DEFAULT '{}';
CREATE INDEX agents_restart_requested ON agents (restart_requested_at)
  WHERE restart_requested_at IS NOT NULL;
