package dev.myriarch.myrctl;

import dev.myriarch.domain.BridgeLock;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetMatcher;
import dev.myriarch.gitops.Snapshot;
import java.util.Map;
import java.util.Optional;

/** Which fleet configures an agent, or why none does. */
sealed interface Membership {
    record Member(Fleet fleet) implements Membership {}

    /**
     * @param reason a clause for people
     */
    record None(String reason) implements Membership {}

    /**
     * @param reported attributes without labels
     * @param view the attribute view with all labels
     */
    static Membership of(
            Snapshot snapshot, Map<String, String> reported, Map<String, String> view) {
        return switch (FleetMatcher.match(snapshot.fleets(), view)) {
            case FleetMatcher.Match.Member(Fleet fleet) -> {
                Optional<String> lock = lock(fleet, reported);
                yield lock.isPresent()
                        ? new None("fleet %s: %s".formatted(fleet.name(), lock.get()))
                        : new Member(fleet);
            }
            case FleetMatcher.Match.Ambiguous ambiguous -> new None(ambiguous.message());
            case FleetMatcher.Match.Unassigned _ -> new None("no fleet takes this agent");
        };
    }

    /** Why the fleet may not configure an agent that is an OpAMP Bridge. */
    static Optional<String> lock(Fleet fleet, Map<String, String> reported) {
        return BridgeLock.isBridge(reported, Map.of())
                ? BridgeLock.configLock(reported, Map.of(), fleet.manageBridges())
                : Optional.empty();
    }
}
