package dev.myriarch.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Puts the writes of many callers into few transactions: what is to be written while a transaction
 * is under way is written together in the next one, and equal statements are one round trip. So
 * many agents that come at once wait for their turn, and not for a connection of the pool. The
 * transaction of a group that fails is repeated for each caller alone. Thread-safe.
 *
 * <p>Everything else, and the writes of a thread that is fenced, go to the database as they are.
 */
public final class GroupedDatabase implements Database {
    /** Transactions at the same time; what is about one thing always takes the same lane. */
    private static final int LANES = 4;

    /** More than a replica has agents; each of them waits for one write at a time. */
    private static final int MOST_WAITING = 20_000;

    private static final int MOST_TOGETHER = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Database database;
    private final List<Combiner<Unit, int[]>> lanes = new ArrayList<>();

    public GroupedDatabase(Database database) {
        this(database, LANES);
    }

    GroupedDatabase(Database database, int lanes) {
        this.database = database;
        for (int i = 0; i < lanes; i++) {
            this.lanes.add(
                    new Combiner<>(
                            new Combiner.Limits(MOST_WAITING, MOST_TOGETHER, PATIENCE),
                            Unit::about,
                            this::writeAll));
        }
    }

    /** What one caller writes. */
    private record Unit(UUID about, List<Write> writes) {}

    @Override
    public int[] write(UUID about, List<Write> writes) {
        return database.isFenced()
                ? database.write(about, writes)
                : lane(about).ask(new Unit(about, List.copyOf(writes)));
    }

    private Combiner<Unit, int[]> lane(UUID about) {
        return lanes.get(Math.floorMod(about.hashCode(), lanes.size()));
    }

    /** Callers whose write has not begun. */
    public int waiting() {
        return lanes.stream().mapToInt(Combiner::waiting).sum();
    }

    private List<Combiner.Outcome<int[]>> writeAll(List<Unit> units) {
        if (units.size() == 1) {
            return oneByOne(units);
        }
        try {
            return database.inTransaction(jdbc -> rounds(jdbc, units));
        } catch (DatabaseException e) {
            if (e.kind() == DatabaseException.Kind.CONNECTION) {
                throw e;
            }
            return oneByOne(units);
        } catch (RuntimeException e) {
            return oneByOne(units);
        }
    }

    /** Each in a transaction of its own; without a connection there is no need to try them all. */
    private List<Combiner.Outcome<int[]>> oneByOne(List<Unit> units) {
        List<Combiner.Outcome<int[]>> outcomes = new ArrayList<>();
        Optional<DatabaseException> lost = Optional.empty();
        for (Unit unit : units) {
            try {
                outcomes.add(
                        lost.isPresent()
                                ? new Combiner.Outcome.Failed<>(lost.get())
                                : new Combiner.Outcome.Answered<>(
                                        database.write(unit.about(), unit.writes())));
            } catch (RuntimeException e) {
                outcomes.add(new Combiner.Outcome.Failed<>(e));
                if (e instanceof DatabaseException known
                        && known.kind() == DatabaseException.Kind.CONNECTION) {
                    lost = Optional.of(known);
                }
            }
        }
        return outcomes;
    }

    /** In each round one statement, for all units whose next one it is. */
    private static List<Combiner.Outcome<int[]>> rounds(Jdbc jdbc, List<Unit> units) {
        List<Progress> all = units.stream().map(Progress::new).toList();
        // Whoever changes many agents does it in this order, so that few wait for each other.
        List<Progress> sorted =
                all.stream().sorted(Comparator.comparing(one -> one.unit.about())).toList();
        for (Optional<String> sql = next(sorted); sql.isPresent(); sql = next(sorted)) {
            String statement = sql.get();
            List<Progress> now = sorted.stream().filter(one -> one.isNext(statement)).toList();
            int[] hits = jdbc.batch(statement, now.stream().map(Progress::binder).toList());
            for (int i = 0; i < hits.length; i++) {
                now.get(i).advance(hits[i]);
            }
        }
        return all.stream().<Combiner.Outcome<int[]>>map(Progress::outcome).toList();
    }

    /** The statement that the fewest units need again later, so that most of them share it. */
    private static Optional<String> next(List<Progress> all) {
        return all.stream()
                .filter(one -> !one.isDone())
                .map(Progress::sql)
                .distinct()
                .min(
                        Comparator.comparingLong(
                                sql -> all.stream().filter(one -> one.needsLater(sql)).count()));
    }

    /** How far a unit is. Confined to a transaction. */
    private static final class Progress {
        private final Unit unit;
        private final int[] hits;
        private int next;

        Progress(Unit unit) {
            this.unit = unit;
            this.hits = new int[unit.writes().size()];
        }

        Combiner.Outcome<int[]> outcome() {
            return new Combiner.Outcome.Answered<>(hits);
        }

        boolean isDone() {
            return next == hits.length;
        }

        String sql() {
            return unit.writes().get(next).sql();
        }

        Jdbc.Binder binder() {
            return unit.writes().get(next).binder();
        }

        boolean isNext(String sql) {
            return !isDone() && sql().equals(sql);
        }

        boolean needsLater(String sql) {
            return unit.writes().stream()
                    .skip(next + 1L)
                    .anyMatch(write -> write.sql().equals(sql));
        }

        void advance(int hit) {
            hits[next++] = hit;
        }
    }

    @Override
    public <T> T inTransaction(Function<Jdbc, T> body) {
        return database.inTransaction(body);
    }

    @Override
    public boolean isFenced() {
        return database.isFenced();
    }

    @Override
    public <T> List<T> list(String sql, Binder binder, RowMapper<T> mapper) {
        return database.list(sql, binder, mapper);
    }

    @Override
    public <T> Optional<T> one(String sql, Binder binder, RowMapper<T> mapper) {
        return database.one(sql, binder, mapper);
    }

    @Override
    public int update(String sql, Binder binder) {
        return database.update(sql, binder);
    }

    @Override
    public int[] batch(String sql, List<Binder> binders) {
        return database.batch(sql, binders);
    }
}
