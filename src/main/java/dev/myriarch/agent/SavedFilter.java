package dev.myriarch.agent;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A filter of the agent list that somebody keeps.
 *
 * @param owner reference of the principal who made it
 * @param name 1 to 100 characters, one of each owner
 * @param query the filter as a query string, at most 4,000 characters
 * @param shared whether everybody sees it
 * @param preferred whether the list of its owner begins with it; one of each owner
 */
public record SavedFilter(
        UUID id,
        String owner,
        String name,
        String query,
        boolean shared,
        boolean preferred,
        Instant createdAt,
        Instant updatedAt) {
    public static final int MAX_NAME = 100;
    public static final int MAX_QUERY = 4_000;

    public SavedFilter {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(updatedAt, "updatedAt");
        if (name.isBlank() || name.length() > MAX_NAME || query.length() > MAX_QUERY) {
            throw new IllegalArgumentException("name or query of a filter is out of bounds");
        }
    }
}
