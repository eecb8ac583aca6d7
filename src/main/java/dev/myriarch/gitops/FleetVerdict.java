package dev.myriarch.gitops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether a fleet takes an agent, and why.
 *
 * @param reasons phrases for people
 */
public record FleetVerdict(Fleet fleet, Result result, List<String> reasons) {
    public FleetVerdict {
        reasons = List.copyOf(reasons);
    }

    /** What became of a fleet. */
    public enum Result {
        /** It takes the agent. */
        WINS("wins"),
        /** It shares the highest priority with others, so none takes the agent. */
        AMBIGUOUS("ambiguous"),
        /** Its selector matches, but another priority is higher. */
        OUTRANKED("outranked"),
        /** Its selector does not match. */
        NO_MATCH("no match");

        private final String text;

        Result(String text) {
            this.text = text;
        }

        /** Spelling for people and in answers. */
        public String text() {
            return text;
        }
    }

    /**
     * A verdict for every fleet, in their order.
     *
     * @param view attribute view with the labels of the inventory
     */
    public static List<FleetVerdict> all(List<Fleet> fleets, Map<String, String> view) {
        FleetMatcher.Match match = FleetMatcher.match(fleets, view);
        List<FleetVerdict> verdicts = new ArrayList<>();
        for (Fleet fleet : fleets) {
            List<String> misses = fleet.match().selector().misses(view);
            verdicts.add(
                    misses.isEmpty()
                            ? selected(fleet, match)
                            : new FleetVerdict(fleet, Result.NO_MATCH, misses));
        }
        return verdicts;
    }

    private static FleetVerdict selected(Fleet fleet, FleetMatcher.Match match) {
        String priority = "priority %d".formatted(fleet.match().priority());
        return switch (match) {
            case FleetMatcher.Match.Member(Fleet winner) when winner.equals(fleet) -> {
                List<String> words = fleet.match().selector().words();
                yield new FleetVerdict(
                        fleet,
                        Result.WINS,
                        words.isEmpty()
                                ? List.of("it takes every agent")
                                : List.of(String.join(", ", words)));
            }
            case FleetMatcher.Match.Member(Fleet winner) ->
                    new FleetVerdict(
                            fleet,
                            Result.OUTRANKED,
                            List.of(
                                    "%s is below %d of %s"
                                            .formatted(
                                                    priority,
                                                    winner.match().priority(),
                                                    winner.name())));
            case FleetMatcher.Match.Ambiguous ambiguous ->
                    new FleetVerdict(
                            fleet,
                            ambiguous.fleets().contains(fleet)
                                    ? Result.AMBIGUOUS
                                    : Result.OUTRANKED,
                            List.of(priority));
            case FleetMatcher.Match.Unassigned _ ->
                    throw new IllegalStateException("a selected agent is not unassigned");
        };
    }
}
