package dev.myriarch.gitops.api;

import dev.myriarch.gitops.GitopsStatus;
import java.time.Instant;
import java.util.List;

/** The state of the repository and its history. Thread-safe. */
public interface GitopsView {
    /** Where the repository is, without credentials. */
    String source();

    GitopsStatus status();

    /** Newest first. */
    List<Sync> syncs(int limit);

    /**
     * One look at the repository.
     *
     * @param result {@code applied}, {@code unchanged}, {@code invalid} or {@code failed}
     * @param changedObjects {@code <Kind>/<name>}, sorted
     * @param message why it failed; empty otherwise
     */
    record Sync(
            Instant at,
            String revision,
            String result,
            List<String> changedObjects,
            int errors,
            int warnings,
            String message) {
        public Sync {
            changedObjects = List.copyOf(changedObjects);
        }
    }
}
