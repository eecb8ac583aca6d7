package dev.myriarch.gitops;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * State of the GitOps repository.
 *
 * @param state {@code never}, {@code ok} or {@code error}
 * @param applied the revision whose snapshot is active
 * @param latest the newest revision that was seen; differs from {@code applied} when it is invalid
 * @param issues problems of the latest revision, errors first
 * @param message why the source could not be read; empty when it could
 */
public record GitopsStatus(
        String state,
        Optional<String> applied,
        Optional<Instant> appliedAt,
        Optional<String> latest,
        Optional<Instant> checkedAt,
        List<Issue> issues,
        String message) {
    public GitopsStatus {
        issues = List.copyOf(issues);
    }
}
