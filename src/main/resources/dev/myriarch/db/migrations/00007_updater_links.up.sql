-- Links between updaters and collectors: a link ends with the collector and with the credential of
-- either side, and an updater that is refused one says why.
-- Rolling update: expand only. A replica of the version before writes no links. The trigger is there
-- so that a credential that it changes ends a link as well.
-- Compatibility level: unchanged

ALTER TABLE agents
  ADD COLUMN link_refusal text NOT NULL DEFAULT '',
  ADD CONSTRAINT agents_linked_collector_fkey
    FOREIGN KEY (linked_collector) REFERENCES agents (id) ON DELETE SET NULL;

CREATE FUNCTION agents_end_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.linked_collector := NULL;
  UPDATE agents SET linked_collector = NULL WHERE linked_collector = NEW.id;
  RETURN NEW;
END
$$;

CREATE TRIGGER agents_end_links BEFORE UPDATE ON agents
  FOR EACH ROW WHEN (OLD.credential IS DISTINCT FROM NEW.credential)
  EXECUTE FUNCTION agents_end_links();
