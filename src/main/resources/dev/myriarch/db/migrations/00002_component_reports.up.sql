-- Component sets are kept under the hash of their content, and an agent with the hash that it gave
-- its own set. Sets under hashes that agents chose go; the agents are asked for them again.
-- Rolling update: expand only.
-- Compatibility level: unchanged

ALTER TABLE agents ADD COLUMN components_reported text;
UPDATE agents SET components_hash = NULL WHERE components_hash IS NOT NULL;
DELETE FROM component_sets;
