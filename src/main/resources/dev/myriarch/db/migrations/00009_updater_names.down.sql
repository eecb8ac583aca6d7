DROP INDEX agents_named_collector;
