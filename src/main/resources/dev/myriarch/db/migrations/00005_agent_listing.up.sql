-- What the agent list filters by, counts and searches, in rows that are narrow and read quickly: a
-- row of agents has sixty columns and a health tree. Triggers keep it, so that a replica of the
-- version before keeps it too, and the flush of last-seen times does not reach it.
-- Rolling update: expand only. The index that goes is one that only makes that replica's lists fast.
-- Compatibility level: unchanged

-- The hash of one attribute. Two that share a hash of 64 bits are shown by each other's filter.
CREATE FUNCTION agent_attribute_hash(name text, value text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(length(name) || ':' || name || value, 0)
$$;

CREATE FUNCTION agent_attribute_hashes(identifying jsonb, non_identifying jsonb) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(array_agg(DISTINCT hashtextextended(length(key) || ':' || key || value, 0)), '{}')
  FROM (SELECT key, value FROM jsonb_each_text(identifying)
    UNION ALL SELECT key, value FROM jsonb_each_text(non_identifying)) AS attribute
  WHERE value IS NOT NULL
$$;

-- Everything of an agent that a search looks into, in lower case; no text of an agent holds the
-- separator next to what somebody types.
CREATE FUNCTION agent_search_text(
  id uuid, host_name text, version text, identifying jsonb, non_identifying jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(chr(1), id, host_name, version,
    (SELECT string_agg(DISTINCT value, chr(1)) FROM jsonb_each_text(identifying || non_identifying))))
$$;

CREATE TABLE agent_listing (
  agent_id uuid PRIMARY KEY REFERENCES agents (id) ON DELETE CASCADE,
  host_name text NOT NULL,
  status text NOT NULL,
  health text NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  fleet text NOT NULL,
  config_sync text NOT NULL,
  os_type text NOT NULL,
  site_type text NOT NULL,
  site_country text NOT NULL,
  attribute_hashes bigint[] NOT NULL,
  labels jsonb NOT NULL,
  search_text text NOT NULL
) WITH (fillfactor = 80);

CREATE FUNCTION agent_listing_add() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO agent_listing VALUES (
    NEW.id, NEW.host_name,
    CASE WHEN NEW.online THEN 'online' ELSE 'offline' END,
    CASE WHEN NEW.healthy IS NULL THEN 'unknown' WHEN NEW.healthy THEN 'healthy' ELSE 'unhealthy' END,
    NEW.kind, NEW.version, COALESCE(NEW.fleet_name, ''), NEW.config_sync, NEW.os_type,
    NEW.site_type, NEW.site_country,
    agent_attribute_hashes(NEW.identifying, NEW.non_identifying), NEW.labels,
    agent_search_text(
      NEW.id, NEW.host_name, NEW.version, NEW.identifying, NEW.non_identifying));
  RETURN NULL;
END
$$;

CREATE FUNCTION agent_listing_state() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE agent_listing SET
    status = CASE WHEN NEW.online THEN 'online' ELSE 'offline' END,
    health = CASE WHEN NEW.healthy IS NULL THEN 'unknown' WHEN NEW.healthy THEN 'healthy'
      ELSE 'unhealthy' END,
    fleet = COALESCE(NEW.fleet_name, ''),
    config_sync = NEW.config_sync
  WHERE agent_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE FUNCTION agent_listing_description() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE agent_listing SET
    host_name = NEW.host_name,
    kind = NEW.kind,
    version = NEW.version,
    os_type = NEW.os_type,
    site_type = NEW.site_type,
    site_country = NEW.site_country,
    attribute_hashes = agent_attribute_hashes(NEW.identifying, NEW.non_identifying),
    labels = NEW.labels,
    search_text = agent_search_text(
      NEW.id, NEW.host_name, NEW.version, NEW.identifying, NEW.non_identifying)
  WHERE agent_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER agent_listing_add AFTER INSERT ON agents
  FOR EACH ROW EXECUTE FUNCTION agent_listing_add();
CREATE TRIGGER agent_listing_state AFTER UPDATE ON agents
  FOR EACH ROW WHEN (
    OLD.online IS DISTINCT FROM NEW.online
    OR OLD.healthy IS DISTINCT FROM NEW.healthy
    OR OLD.fleet_name IS DISTINCT FROM NEW.fleet_name
    OR OLD.config_sync IS DISTINCT FROM NEW.config_sync)
  EXECUTE FUNCTION agent_listing_state();
CREATE TRIGGER agent_listing_description AFTER UPDATE ON agents
  FOR EACH ROW WHEN (
    OLD.identifying IS DISTINCT FROM NEW.identifying
    OR OLD.non_identifying IS DISTINCT FROM NEW.non_identifying
    OR OLD.labels IS DISTINCT FROM NEW.labels
    OR OLD.host_name IS DISTINCT FROM NEW.host_name
    OR OLD.kind IS DISTINCT FROM NEW.kind
    OR OLD.version IS DISTINCT FROM NEW.version
    OR OLD.os_type IS DISTINCT FROM NEW.os_type)
  EXECUTE FUNCTION agent_listing_description();

INSERT INTO agent_listing
  SELECT id, host_name,
    CASE WHEN online THEN 'online' ELSE 'offline' END,
    CASE WHEN healthy IS NULL THEN 'unknown' WHEN healthy THEN 'healthy' ELSE 'unhealthy' END,
    kind, version, COALESCE(fleet_name, ''), config_sync, os_type, site_type, site_country,
    agent_attribute_hashes(identifying, non_identifying), labels,
    agent_search_text(id, host_name, version, identifying, non_identifying)
  FROM agents;
CREATE INDEX agent_listing_attributes ON agent_listing USING gin (
  attribute_hashes, labels jsonb_path_ops);
CREATE INDEX agent_listing_host_name ON agent_listing (host_name, agent_id);
DROP INDEX agents_attributes;
