-- Updaters by the collector that they name: every collector that registers looks for them. Only the
-- beginning of what they write is in the index, which takes no long texts; an instance UID has 36
-- characters.
-- Rolling update: expand only. A replica of the version before finds them through the listing.
-- Compatibility level: unchanged

CREATE INDEX agents_named_collector ON agents (lower(left(COALESCE(
    identifying ->> 'dev.myriarch.collector.instance_uid',
    non_identifying ->> 'dev.myriarch.collector.instance_uid'), 64)))
  WHERE kind = 'updater';
