package dev.myriarch.gitops;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** GitOps state in memory. Thread-safe. */
public final class FakeGitopsStore implements GitopsStore {
    private final List<SyncRecord> syncs = new ArrayList<>();
    private GitopsStatus status =
            new GitopsStatus(
                    "never",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    "");
    private Optional<Applied> applied = Optional.empty();

    @Override
    public synchronized GitopsStatus status() {
        return status;
    }

    @Override
    public synchronized Optional<String> appliedRevision() {
        return applied.map(Applied::revision);
    }

    @Override
    public synchronized Optional<Applied> applied() {
        return applied;
    }

    @Override
    public synchronized List<String> apply(
            Snapshot snapshot, List<RepositoryFile> files, List<Issue> warnings, Instant now) {
        applied = Optional.of(new Applied(snapshot.revision(), files));
        List<String> keys = snapshot.objects().stream().map(each -> each.meta().key()).toList();
        status =
                new GitopsStatus(
                        "ok",
                        appliedRevision(),
                        Optional.of(now),
                        appliedRevision(),
                        Optional.of(now),
                        warnings,
                        "");
        add(now, snapshot.revision(), "applied");
        return keys;
    }

    @Override
    public synchronized void recordUnchanged(String revision, Instant now) {
        status =
                new GitopsStatus(
                        appliedRevision().equals(Optional.of(revision)) ? "ok" : "error",
                        status.applied(),
                        status.appliedAt(),
                        status.latest(),
                        Optional.of(now),
                        status.issues(),
                        "");
        add(now, revision, "unchanged");
    }

    @Override
    public synchronized void recordInvalid(String revision, List<Issue> issues, Instant now) {
        status =
                new GitopsStatus(
                        "error",
                        status.applied(),
                        status.appliedAt(),
                        Optional.of(revision),
                        Optional.of(now),
                        issues,
                        "");
        add(now, revision, "invalid");
    }

    @Override
    public synchronized void recordFailed(String message, Instant now) {
        status =
                new GitopsStatus(
                        "error",
                        status.applied(),
                        status.appliedAt(),
                        status.latest(),
                        Optional.of(now),
                        status.issues(),
                        message);
        add(now, "", "failed");
    }

    private void add(Instant now, String revision, String result) {
        syncs.add(new SyncRecord(now, revision, result, List.of(), 0, 0, ""));
    }

    @Override
    public synchronized List<SyncRecord> syncs(int limit) {
        return syncs.reversed().stream().limit(limit).toList();
    }
}
