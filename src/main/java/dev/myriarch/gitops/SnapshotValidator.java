package dev.myriarch.gitops;

import java.util.List;
import java.util.Optional;

/**
 * Checks a whole revision: every object by itself, the references between them, and what the fleets
 * render for the sample agents. Pure; the same code runs on the server and in CI.
 */
public final class SnapshotValidator {
    private SnapshotValidator() {}

    /**
     * @param snapshot present when there is no error
     * @param issues errors first
     */
    public record Result(Optional<Snapshot> snapshot, List<Issue> issues) {
        public Result {
            issues = List.copyOf(issues);
        }
    }

    /**
     * @param found issues that are known already, such as files that cannot be read
     */
    public static Result validate(
            String revision, List<RepositoryFile> files, List<Issue> found, TimeBudget budget) {
        ParsedRepository parsed = RepositoryParser.parse(files, budget);
        Issues issues = new Issues();
        issues.addAll(found);
        issues.addAll(parsed.issues());
        if (issues.hasErrors()) {
            return new Result(Optional.empty(), issues.sorted());
        }
        Snapshot snapshot = parsed.snapshot(revision);
        ReferenceCheck.check(snapshot, issues);
        if (!issues.hasErrors()) {
            SampleCheck.check(snapshot, budget, issues);
        }
        return new Result(
                issues.hasErrors() ? Optional.empty() : Optional.of(snapshot), issues.sorted());
    }
}
