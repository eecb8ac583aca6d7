package dev.myriarch.agent;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The stored filters. Thread-safe. */
public interface SavedFilterStore {
    /**
     * Stores a filter, a new one or another state of the one with its id. Where it is preferred, no
     * other one of its owner is.
     *
     * @return false when its owner has another filter of this name, or the id belongs to somebody
     *     else
     */
    boolean put(SavedFilter filter);

    Optional<SavedFilter> find(UUID id);

    /** The filters of an owner and those that are shared, by name. */
    List<SavedFilter> visibleTo(String owner);

    boolean delete(UUID id);
}
