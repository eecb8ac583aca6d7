package dev.myriarch.gitops;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which fleet an agent belongs to. */
public final class FleetMatcher {
    private FleetMatcher() {}

    /** The answer for one agent. */
    public sealed interface Match {
        record Member(Fleet fleet) implements Match {}

        record Unassigned() implements Match {}

        /** Several fleets share the highest priority; sorted by name. */
        record Ambiguous(List<Fleet> fleets) implements Match {
            public Ambiguous {
                fleets = List.copyOf(fleets);
            }

            /** Such as {@code ambiguous: fleets a, b have equal priority 0}. */
            public String message() {
                return "ambiguous: fleets %s have equal priority %d"
                        .formatted(
                                fleets.stream().map(Fleet::name).collect(Collectors.joining(", ")),
                                fleets.getFirst().match().priority());
            }
        }
    }

    /** Fleets whose selector matches, by name. */
    public static List<Fleet> candidates(List<Fleet> fleets, Map<String, String> view) {
        return fleets.stream()
                .filter(fleet -> fleet.match().selector().matches(view))
                .sorted(Comparator.comparing(Fleet::name))
                .toList();
    }

    /**
     * The candidate of the highest priority.
     *
     * @param view attribute view with the labels of the inventory
     */
    public static Match match(List<Fleet> fleets, Map<String, String> view) {
        List<Fleet> candidates = candidates(fleets, view);
        int highest = candidates.stream().mapToInt(each -> each.match().priority()).max().orElse(0);
        List<Fleet> best =
                candidates.stream().filter(each -> each.match().priority() == highest).toList();
        return switch (best.size()) {
            case 0 -> new Match.Unassigned();
            case 1 -> new Match.Member(best.getFirst());
            default -> new Match.Ambiguous(best);
        };
    }
}
