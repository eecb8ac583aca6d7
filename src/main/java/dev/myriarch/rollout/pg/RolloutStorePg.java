package dev.myriarch.rollout.pg;

import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Parameters;
import dev.myriarch.db.Row;
import dev.myriarch.domain.AgentId;
import dev.myriarch.rollout.Rollout;
import dev.myriarch.rollout.RolloutChange;
import dev.myriarch.rollout.RolloutEvent;
import dev.myriarch.rollout.RolloutId;
import dev.myriarch.rollout.RolloutKind;
import dev.myriarch.rollout.RolloutStatus;
import dev.myriarch.rollout.RolloutStore;
import dev.myriarch.rollout.RolloutTarget;
import dev.myriarch.rollout.TargetCounts;
import dev.myriarch.rollout.TargetStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Rollouts in PostgreSQL. Thread-safe. */
public final class RolloutStorePg implements RolloutStore {
    private final Database database;

    public RolloutStorePg(Database database) {
        this.database = database;
    }

    @Override
    public boolean create(Rollout rollout, List<RolloutTarget> targets) {
        return database.inTransaction(jdbc -> {
            RolloutWriter writer =
                    new RolloutWriter(jdbc, rollout.id(), rollout.request().createdAt());
            if (!writer.insert(rollout)) {
                return false;
            }
            if (!writer.addTargets(targets)) {
                throw new IllegalArgumentException("an agent is twice among the targets");
            }
            return true;
        });
    }

    @Override
    public Optional<Rollout> find(RolloutId id) {
        return first(
                database.list(
                        RolloutSql.FIND,
                        parameters -> parameters.uuid(id.uuid()),
                        RolloutRows::rollout));
    }

    @Override
    public Optional<Rollout> findLive(String fleet, RolloutKind kind) {
        return first(
                database.list(
                        RolloutSql.FIND_LIVE,
                        parameters -> parameters.text(fleet).text(kind.text()),
                        RolloutRows::rollout));
    }

    @Override
    public List<Rollout> live() {
        return withWaves(
                database.list(RolloutSql.ALL_LIVE, Jdbc.Binder.NONE, RolloutRows::rollout));
    }

    @Override
    public RolloutPage list(RolloutQuery query) {
        long offset = (query.page() - 1L) * query.pageSize();
        List<Rollout> items =
                database.list(
                        RolloutSql.LIST,
                        parameters -> {
                            bind(query, parameters);
                            parameters.integer(query.pageSize()).bigint(offset);
                        },
                        RolloutRows::rollout);
        return new RolloutPage(
                withWaves(items), total(RolloutSql.COUNT, parameters -> bind(query, parameters)));
    }

    private static void bind(RolloutQuery query, Parameters parameters) {
        List<String> kinds = query.kinds().stream().map(RolloutKind::text).toList();
        List<String> statuses = query.statuses().stream().map(RolloutStatus::text).toList();
        parameters
                .texts(query.fleets())
                .texts(query.fleets())
                .texts(kinds)
                .texts(kinds)
                .texts(statuses)
                .texts(statuses);
    }

    @Override
    public boolean write(RolloutId id, List<RolloutChange> changes, Instant now) {
        try {
            return database.inTransaction(jdbc -> {
                RolloutWriter writer = new RolloutWriter(jdbc, id, now);
                for (RolloutChange change : changes) {
                    if (!writer.write(change)) {
                        throw new MissedException();
                    }
                }
                return true;
            });
        } catch (MissedException _) {
            return false;
        }
    }

    @Override
    public List<RolloutTarget> targets(RolloutId id) {
        return database.list(
                TargetSql.ALL, parameters -> parameters.uuid(id.uuid()), RolloutRows::target);
    }

    @Override
    public TargetPage targets(RolloutId id, TargetQuery query) {
        long offset = (query.page() - 1L) * query.pageSize();
        List<RolloutTarget> items =
                database.list(
                        TargetSql.page(query.sort()),
                        parameters -> {
                            bind(id, query, parameters);
                            parameters.integer(query.pageSize()).bigint(offset);
                        },
                        RolloutRows::target);
        return new TargetPage(
                items, total(TargetSql.COUNT, parameters -> bind(id, query, parameters)));
    }

    private static void bind(RolloutId id, TargetQuery query, Parameters parameters) {
        UUID agent = query.agent().map(AgentId::uuid).orElse(null);
        Integer wave = query.wave().orElse(null);
        List<String> statuses = query.statuses().stream().map(TargetStatus::text).toList();
        parameters
                .uuid(id.uuid())
                .uuid(agent)
                .uuid(agent)
                .optionalInteger(wave)
                .optionalInteger(wave)
                .texts(statuses)
                .texts(statuses);
    }

    @Override
    public Map<AgentId, LatestTarget> latestTargets(RolloutKind kind, Collection<AgentId> agents) {
        List<UUID> ids = agents.stream().map(AgentId::uuid).toList();
        Map<AgentId, LatestTarget> latest = new HashMap<>();
        database.list(
                        TargetSql.LATEST,
                        parameters -> parameters.text(kind.text()).uuids(ids),
                        RolloutStorePg::latest)
                .forEach(each -> latest.put(each.target().agent(), each));
        return latest;
    }

    private static LatestTarget latest(Row row) {
        return new LatestTarget(
                new RolloutId(row.uuid("rollout_id")),
                RolloutStatus.of(row.text("rollout_status")),
                RolloutRows.target(row));
    }

    @Override
    public List<RolloutEvent> events(RolloutId id, int limit) {
        return database.list(
                RolloutSql.EVENTS,
                parameters -> parameters.uuid(id.uuid()).integer(limit),
                RolloutRows::event);
    }

    private long total(String sql, Jdbc.Binder binder) {
        return database.one(sql, binder, row -> row.bigint("total")).orElse(0L);
    }

    private Optional<Rollout> first(List<Rollout> rollouts) {
        return withWaves(rollouts).stream().findFirst();
    }

    /** Rollouts with their waves, in two statements however many they are. */
    private List<Rollout> withWaves(List<Rollout> rollouts) {
        if (rollouts.isEmpty()) {
            return rollouts;
        }
        List<UUID> ids = rollouts.stream().map(rollout -> rollout.id().uuid()).toList();
        Map<WaveKey, TargetCounts> counts = counts(ids);
        Map<UUID, List<Rollout.Wave>> waves = new HashMap<>();
        database.list(
                        RolloutSql.WAVES,
                        parameters -> parameters.uuids(ids),
                        row -> {
                            WaveKey key = new WaveKey(row.uuid("rollout_id"), row.integer("wave"));
                            return Map.entry(
                                    key,
                                    RolloutRows.wave(
                                            row, counts.getOrDefault(key, TargetCounts.NONE)));
                        })
                .forEach(wave ->
                        waves.computeIfAbsent(wave.getKey().rollout(), _ -> new ArrayList<>())
                                .add(wave.getValue()));
        return rollouts.stream()
                .map(each ->
                        new Rollout(
                                each.id(),
                                each.change(),
                                each.request(),
                                each.policy(),
                                each.annotations(),
                                each.state(),
                                waves.getOrDefault(each.id().uuid(), List.of())))
                .toList();
    }

    private Map<WaveKey, TargetCounts> counts(List<UUID> ids) {
        Map<WaveKey, Map<TargetStatus, Integer>> counts = new HashMap<>();
        database.list(RolloutSql.COUNTS, parameters -> parameters.uuids(ids), StatusCount::read)
                .forEach(each ->
                        counts.computeIfAbsent(each.wave(), _ -> new EnumMap<>(TargetStatus.class))
                                .put(each.status(), each.count()));
        Map<WaveKey, TargetCounts> result = new HashMap<>();
        counts.forEach((wave, byStatus) -> result.put(wave, new TargetCounts(byStatus)));
        return result;
    }

    private record WaveKey(UUID rollout, int wave) {}

    private record StatusCount(WaveKey wave, TargetStatus status, int count) {
        static StatusCount read(Row row) {
            return new StatusCount(
                    new WaveKey(row.uuid("rollout_id"), row.integer("wave")),
                    TargetStatus.of(row.text("status")),
                    row.integer("count"));
        }
    }

    /** Rolls back what the changes before the missed one wrote. */
    private static final class MissedException extends RuntimeException {
        MissedException() {
            super("a change missed", null, false, false);
        }
    }
}
