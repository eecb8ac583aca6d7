-- Rows of agents that are smaller in the table: what is large in them, above all the health tree, is
-- compressed or stored beside it. Whoever reads every agent, as the list sorted by the time they were
-- heard, reads half as much, and so does each flush of those times, which copies whole rows.
-- Rolling update: expand only. Rows change with their next write, whoever writes them.
-- Compatibility level: unchanged

ALTER TABLE agents SET (toast_tuple_target = 512);
