CREATE INDEX agents_attributes ON agents USING gin (
  identifying jsonb_path_ops, non_identifying jsonb_path_ops, labels jsonb_path_ops);
DROP TRIGGER agent_listing_description ON agents;
DROP TRIGGER agent_listing_state ON agents;
DROP TRIGGER agent_listing_add ON agents;
DROP FUNCTION agent_listing_description, agent_listing_state, agent_listing_add;
DROP TABLE agent_listing;
DROP FUNCTION agent_search_text, agent_attribute_hashes, agent_attribute_hash;
