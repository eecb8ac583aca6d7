package dev.myriarch.gitops;

import java.util.List;

/** What a sync did. */
public sealed interface SyncOutcome {
    /**
     * @param changedObjects keys, sorted
     */
    record Applied(String revision, List<String> changedObjects, List<Issue> warnings)
            implements SyncOutcome {}

    record Unchanged(String revision) implements SyncOutcome {}

    record Invalid(String revision, List<Issue> issues) implements SyncOutcome {}

    record Failed(String message) implements SyncOutcome {}
}
