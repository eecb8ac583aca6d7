-- The agent list filters by whether an agent runs what it was offered. The comparison that is stored
-- counts only for the offer and the report of now, so triggers keep what it comes to.
-- Rolling update: expand only. A replica of the version before does not look at the column.
-- Compatibility level: unchanged

CREATE FUNCTION agent_config_proof(
  proof text, offer text, report text, desired text, effective text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN offer = desired AND report = effective THEN proof ELSE 'unknown' END
$$;

ALTER TABLE agent_listing ADD COLUMN config_proof text NOT NULL DEFAULT 'unknown';

-- An agent is compared after it was added.
CREATE FUNCTION agent_listing_proof() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE agent_listing SET
    config_proof = agent_config_proof(NEW.config_proof, NEW.config_proof_offer,
      NEW.config_proof_report, NEW.desired_config_hash, NEW.effective_config_hash)
  WHERE agent_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER agent_listing_proof AFTER UPDATE ON agents
  FOR EACH ROW WHEN (
    agent_config_proof(OLD.config_proof, OLD.config_proof_offer, OLD.config_proof_report,
      OLD.desired_config_hash, OLD.effective_config_hash)
    <> agent_config_proof(NEW.config_proof, NEW.config_proof_offer, NEW.config_proof_report,
      NEW.desired_config_hash, NEW.effective_config_hash))
  EXECUTE FUNCTION agent_listing_proof();

UPDATE agent_listing SET config_proof = agents.config_proof
FROM agents
WHERE agents.id = agent_id AND config_proof_offer = desired_config_hash
  AND config_proof_report = effective_config_hash AND agents.config_proof <> 'unknown';
