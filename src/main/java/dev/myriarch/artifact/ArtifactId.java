package dev.myriarch.artifact;

import java.util.Objects;
import java.util.UUID;

/** Identity of an artifact; part of its download address. */
public record ArtifactId(UUID uuid) {
    public ArtifactId {
        Objects.requireNonNull(uuid, "uuid");
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
