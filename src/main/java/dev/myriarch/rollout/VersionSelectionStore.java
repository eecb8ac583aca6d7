package dev.myriarch.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored choices of versions, at most one of each fleet. Thread-safe. */
public interface VersionSelectionStore {
    Optional<VersionSelection> find(String fleet);

    /** By fleet. */
    List<VersionSelection> list();

    /**
     * Stores a choice in place of the one that was read.
     *
     * @return false when another choice was stored or removed meanwhile
     */
    boolean replace(Optional<VersionSelection> read, VersionSelection next);

    /** Removes the choice that was read; false when it is another one by now. */
    boolean remove(VersionSelection read);

    /** The planner has handled the choice that was read; false when it is another one by now. */
    boolean markPlanned(VersionSelection read, VersionSelection.Planned planned);

    /** Git no longer allows the choice that was read; false when it is another one by now. */
    boolean invalidate(VersionSelection read, String reason, Instant now);
}
