package dev.myriarch.gitops;

import dev.myriarch.gitops.RepositorySource.Fetch;
import java.util.List;
import java.util.Optional;

/** What a sync does with what it found. */
sealed interface SyncDecision {
    /** Make this snapshot the active one. */
    record Apply(Snapshot snapshot, List<RepositoryFile> files, List<Issue> warnings)
            implements SyncDecision {}

    /** Keep the active one, tell the issues. */
    record Reject(String revision, List<Issue> issues) implements SyncDecision {}

    /** Nothing new. */
    record Keep(String revision) implements SyncDecision {}

    /** The source is not readable. */
    record Report(String message) implements SyncDecision {}

    /**
     * Decides.
     *
     * @param handled the revision that was applied or rejected last
     */
    static SyncDecision decide(Fetch fetch, Optional<String> handled, TimeBudget budget) {
        return switch (fetch) {
            case Fetch.Failed(String message) -> new Report(message);
            case Fetch.Unchanged(String revision) -> new Keep(revision);
            case Fetch.Content(String revision, _, _)
                    when handled.filter(revision::equals).isPresent() ->
                    new Keep(revision);
            case Fetch.Content content -> validate(content, budget);
        };
    }

    private static SyncDecision validate(Fetch.Content content, TimeBudget budget) {
        SnapshotValidator.Result result =
                SnapshotValidator.validate(
                        content.revision(), content.files(), content.issues(), budget);
        return result.snapshot().isPresent()
                ? new Apply(result.snapshot().get(), content.files(), result.issues())
                : new Reject(content.revision(), result.issues());
    }
}
