package dev.myriarch.rollout;

import java.util.Objects;
import java.util.UUID;

/** Identity of a rollout. */
public record RolloutId(UUID uuid) {
    public RolloutId {
        Objects.requireNonNull(uuid, "uuid");
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
