package dev.myriarch.gitops;

import java.util.List;
import java.util.Optional;

/** Where the repository comes from. Confined to the thread that syncs. */
public interface RepositorySource {
    /** Such as {@code dir:/etc/fleet}; without credentials. */
    String description();

    /**
     * Looks at the repository.
     *
     * @param known the revision that the caller has dealt with
     */
    Fetch fetch(Optional<String> known);

    /** What a look gave. */
    sealed interface Fetch {
        /** The revision is the known one. */
        record Unchanged(String revision) implements Fetch {}

        /**
         * A revision.
         *
         * @param files the YAML files that count, sorted by path
         * @param issues what is wrong with files as files
         */
        record Content(String revision, List<RepositoryFile> files, List<Issue> issues)
                implements Fetch {
            public Content {
                files = List.copyOf(files);
                issues = List.copyOf(issues);
            }
        }

        /** The repository cannot be read; the message says why, without credentials. */
        record Failed(String message) implements Fetch {}
    }
}
