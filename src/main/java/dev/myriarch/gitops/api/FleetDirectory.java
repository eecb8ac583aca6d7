package dev.myriarch.gitops.api;

import java.util.List;
import java.util.Optional;

/** The fleets of the active snapshot. Thread-safe. */
public interface FleetDirectory {
    /** All fleets by name; empty before the first snapshot. */
    List<FleetView> fleets();

    Optional<FleetView> fleet(String name);

    /**
     * A fleet as Git describes it.
     *
     * @param blueprint name of its blueprint
     * @param distribution of the collector
     * @param version target version; empty when versions are not managed
     * @param selector one condition a line, in words
     * @param file path inside the repository
     * @param line from 1
     */
    record FleetView(
            String name,
            String displayName,
            String description,
            int priority,
            String blueprint,
            Optional<String> distribution,
            Optional<String> version,
            List<String> selector,
            String file,
            int line) {
        public FleetView {
            selector = List.copyOf(selector);
        }
    }
}
