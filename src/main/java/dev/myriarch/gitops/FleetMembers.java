package dev.myriarch.gitops;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** How many agents the fleets have, and in which state. Thread-safe. */
@FunctionalInterface
public interface FleetMembers {
    /** By fleet name; the empty name holds the agents without a fleet. */
    Map<String, Members> counts();

    /**
     * Agents of one fleet.
     *
     * @param sync count by {@code none in_sync pending failed drift}; zeros may be left out
     */
    record Members(Map<String, Long> sync) {
        public static final Members NONE = new Members(Map.of());

        public Members {
            sync = Collections.unmodifiableMap(new TreeMap<>(sync));
        }

        public long total() {
            return sync.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
