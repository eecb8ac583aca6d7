ALTER TABLE agents DROP COLUMN components_reported;
