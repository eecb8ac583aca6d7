package dev.myriarch.gitops;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored GitOps state. */
public interface GitopsStore {
    GitopsStatus status();

    /** The revision whose snapshot is active. */
    Optional<String> appliedRevision();

    /** The files of the active snapshot, from which every replica builds it again. */
    Optional<Applied> applied();

    /**
     * Makes a snapshot the active one, in one transaction, and records the sync.
     *
     * @param warnings issues that did not hinder it
     * @return keys of the objects that are new, gone or changed, sorted
     */
    List<String> apply(
            Snapshot snapshot, List<RepositoryFile> files, List<Issue> warnings, Instant now);

    /**
     * The revision is known already: the source is readable, and what was found wrong with the
     * revision stays. Logged at most once an hour.
     */
    void recordUnchanged(String revision, Instant now);

    /** The revision has errors; the active snapshot stays. */
    void recordInvalid(String revision, List<Issue> issues, Instant now);

    /** The source could not be read; the active snapshot stays. */
    void recordFailed(String message, Instant now);

    /** The newest syncs first. */
    List<SyncRecord> syncs(int limit);

    /** The files of an applied revision. */
    record Applied(String revision, List<RepositoryFile> files) {
        public Applied {
            files = List.copyOf(files);
        }
    }

    /**
     * A sync of the past.
     *
     * @param result {@code applied}, {@code unchanged}, {@code invalid} or {@code failed}
     * @param changedObjects keys, only for applied ones
     */
    record SyncRecord(
            Instant at,
            String revision,
            String result,
            List<String> changedObjects,
            int errors,
            int warnings,
            String message) {
        public SyncRecord {
            changedObjects = List.copyOf(changedObjects);
        }
    }
}
