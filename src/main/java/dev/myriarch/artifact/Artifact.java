package dev.myriarch.artifact;

import dev.myriarch.base.SemanticVersion;
import java.time.Instant;
import java.util.Objects;

/**
 * An archive that hosts install.
 *
 * @param fileName last part of its source and of its download address
 * @param sourceUrl where the server gets it
 * @param updatedAt guards changes of the state: one that expects another time hits nothing
 * @param usedAt when it was asked for last
 */
public record Artifact(
        ArtifactId id,
        Key key,
        String fileName,
        String sourceUrl,
        State state,
        Instant createdAt,
        Instant updatedAt,
        Instant usedAt) {
    public Artifact {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(fileName, "fileName");
        Objects.requireNonNull(sourceUrl, "sourceUrl");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(updatedAt, "updatedAt");
        Objects.requireNonNull(usedAt, "usedAt");
    }

    /** An artifact that nobody fetched yet. */
    public static Artifact planned(
            ArtifactId id, Key key, String fileName, String sourceUrl, Instant now) {
        return new Artifact(id, key, fileName, sourceUrl, new State.Pending(), now, now, now);
    }

    /**
     * What it is; there is one artifact of each.
     *
     * @param os as Go spells it
     * @param arch as Go spells it
     */
    public record Key(String distribution, SemanticVersion version, String os, String arch) {
        public Key {
            Objects.requireNonNull(distribution, "distribution");
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(os, "os");
            Objects.requireNonNull(arch, "arch");
        }
    }

    /** How far it is. */
    public sealed interface State {
        record Pending() implements State {}

        /** A replica fetches it; if it does not end, another one takes over after a while. */
        record Downloading() implements State {}

        /**
         * @param sha256 64 lower-case hex digits; once stored it is never another one
         * @param bytes size of the file
         * @param verified whether a Sigstore bundle was checked and is stored
         */
        record Ready(String sha256, long bytes, boolean verified) implements State {
            public Ready {
                if (!sha256.matches("[0-9a-f]{64}") || bytes < 0) {
                    throw new IllegalArgumentException("not the hash and size of a file");
                }
            }
        }

        /**
         * @param error for people, without addresses that hold secrets
         */
        record Failed(String error) implements State {
            public Failed {
                Objects.requireNonNull(error, "error");
            }
        }
    }
}
