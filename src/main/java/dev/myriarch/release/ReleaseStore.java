package dev.myriarch.release;

import dev.myriarch.base.SemanticVersion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored releases. Thread-safe. */
public interface ReleaseStore {
    /**
     * Stores a release. One that is known gets what was published meanwhile (assets, changes), and
     * keeps when it was found and who acknowledged it.
     *
     * @return true when it was not known
     */
    boolean put(Release release, Instant now);

    Optional<Release> find(String distribution, SemanticVersion version);

    /** The releases of a distribution, the highest version first. */
    List<Release> list(String distribution);

    /** Above {@code from} up to {@code to}, the highest version first. */
    List<Release> between(String distribution, SemanticVersion from, SemanticVersion to);

    /** False when there is no such release or somebody acknowledged it before. */
    boolean acknowledge(String distribution, SemanticVersion version, String by, Instant now);
}
