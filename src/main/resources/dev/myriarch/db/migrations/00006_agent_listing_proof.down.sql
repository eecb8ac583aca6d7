DROP TRIGGER agent_listing_proof ON agents;
DROP FUNCTION agent_listing_proof;
DROP FUNCTION agent_config_proof;
ALTER TABLE agent_listing DROP COLUMN config_proof;
