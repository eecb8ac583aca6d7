package dev.myriarch.agent.pg;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.base.Value;
import dev.myriarch.db.Database;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.json.Json;
import dev.myriarch.testing.TestDatabase;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Measures listings at the database; {@code scripts/bench-listing} runs it. */
final class ListingBenchmark {
    private static final int RUNS = 11;

    /** A busy machine takes more than the usual limit to fill the tables. */
    private static final PoolOptions PATIENT =
            new PoolOptions(1, Duration.ofMinutes(1), Duration.ofMinutes(10), "listing benchmark");

    private ListingBenchmark() {}

    /**
     * @param arguments number of agents; the word {@code plans} to print the plans too
     */
    public static void main(String[] arguments) {
        int agents = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
        boolean plans = List.of(arguments).contains("plans");
        try (TestDatabase test = TestDatabase.create();
                PooledDatabase database = new PooledDatabase(test.url(), PATIENT)) {
            AgentPopulation.fill(database, agents);
            System.out.printf(
                    Locale.ROOT,
                    "%n%,d agents, times in ms at the database, of %d runs%n%n",
                    agents,
                    RUNS);
            System.out.println("| Listing | Statement | Fastest | Median | Slowest | Buffers |");
            System.out.println("| --- | --- | ---: | ---: | ---: | ---: |");
            cases().forEach((name, query) -> measure(database, name, query, plans));
        }
    }

    private static Map<String, AgentQuery> cases() {
        Map<String, AgentQuery> cases = new LinkedHashMap<>();
        cases.put("no filter", ListingCases.query("", Map.of(), "hostName", 1));
        cases.put("no filter, last page", ListingCases.query("", Map.of(), "-hostName", 400));
        cases.put("no filter, by last seen", ListingCases.query("", Map.of(), "-lastSeenAt", 1));
        cases.put(
                "two attributes, 1 of 100",
                ListingCases.query("", ListingCases.TWO_ATTRIBUTES, "hostName", 1));
        cases.put(
                "two attributes, most agents",
                ListingCases.query(
                        "",
                        Map.of("os.type", List.of("linux"), "host.arch", List.of("amd64")),
                        "hostName",
                        1));
        cases.put("running another configuration, 1 of 100", ListingCases.differing("hostName"));
        cases.put("text", ListingCases.query("host-0012", Map.of(), "hostName", 1));
        return cases;
    }

    private static void measure(Database database, String name, AgentQuery query, boolean plans) {
        List<Double> sums = new ArrayList<>(Collections.nCopies(RUNS, 0.0));
        ListingCases.statements(query)
                .forEach((what, statement) -> {
                    List<Double> times = new ArrayList<>();
                    long buffers = 0;
                    for (int run = 0; run < RUNS; run++) {
                        Map<String, Value> result = explain(database, statement);
                        double time =
                                number(result, "Planning Time") + number(result, "Execution Time");
                        times.add(time);
                        sums.set(run, sums.get(run) + time);
                        if (result.get("Plan") instanceof Value.Mapping(Map<String, Value> plan)) {
                            buffers =
                                    (long)
                                            (number(plan, "Shared Hit Blocks")
                                                    + number(plan, "Shared Read Blocks"));
                        }
                    }
                    print(name, what, times, Long.toString(buffers));
                    if (plans) {
                        database.list(
                                        "EXPLAIN (ANALYZE, BUFFERS) " + statement.sql(),
                                        statement.binder(),
                                        row -> row.text("QUERY PLAN"))
                                .forEach(System.out::println);
                    }
                });
        print(name, "all three", sums, "");
    }

    private static void print(String name, String what, List<Double> times, String buffers) {
        List<Double> sorted = times.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.1f | %.1f | %.1f | %s |%n",
                name,
                what,
                sorted.getFirst(),
                sorted.get(sorted.size() / 2),
                sorted.getLast(),
                buffers);
    }

    private static Map<String, Value> explain(Database database, ListingCases.Statement statement) {
        String json =
                database.one(
                                "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement.sql(),
                                statement.binder(),
                                row -> row.text("QUERY PLAN"))
                        .orElseThrow();
        if (Json.read(json) instanceof Value.Sequence(List<Value> plans)
                && plans.getFirst() instanceof Value.Mapping(Map<String, Value> plan)) {
            return plan;
        }
        throw new IllegalStateException("not a plan");
    }

    private static double number(Map<String, Value> plan, String key) {
        return switch (Objects.requireNonNull(plan.get(key), key)) {
            case Value.Decimal(double number) -> number;
            case Value.Int(BigInteger number) -> number.doubleValue();
            default -> throw new IllegalStateException("not a number in a plan");
        };
    }
}
