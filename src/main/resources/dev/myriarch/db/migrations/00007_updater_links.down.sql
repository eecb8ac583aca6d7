DROP TRIGGER agents_end_links ON agents;
DROP FUNCTION agents_end_links();
ALTER TABLE agents DROP CONSTRAINT agents_linked_collector_fkey, DROP COLUMN link_refusal;
