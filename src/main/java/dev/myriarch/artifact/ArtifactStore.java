package dev.myriarch.artifact;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored artifacts; their files are in the cache of each replica. Thread-safe. */
public interface ArtifactStore {
    /** Stores an artifact whose key is new, and returns the one that is stored for the key. */
    Artifact findOrCreate(Artifact planned);

    Optional<Artifact> find(ArtifactId id);

    Optional<Artifact> find(Artifact.Key key);

    /** By distribution, version (highest first), operating system and architecture. */
    List<Artifact> list();

    /**
     * Another state, if nobody changed the artifact since it was read: of two replicas that want to
     * fetch it one does.
     *
     * @return false also when {@code next} has another hash than the one that is pinned
     */
    boolean compareAndSet(Artifact read, Artifact.State next, Instant now);

    /**
     * The file was fetched and checked against its bundle; otherwise as {@link #compareAndSet}.
     *
     * @param bundle the Sigstore bundle as it was read
     */
    boolean markVerified(Artifact read, Artifact.State.Ready ready, byte[] bundle, Instant now);

    /** The Sigstore bundle of a verified artifact. */
    Optional<byte[]> bundle(ArtifactId id);

    /** Somebody asked for the artifact; false when it is gone. */
    boolean touch(ArtifactId id, Instant now);
}
