package dev.myriarch.gitops;

import dev.myriarch.blueprint.ComponentSet;
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
     * @param objects those that could be read, in file order
     * @param issues errors first
     */
    public record Result(
            Optional<Snapshot> snapshot, List<RepositoryObject> objects, List<Issue> issues) {
        public Result {
            objects = List.copyOf(objects);
            issues = List.copyOf(issues);
        }
    }

    /**
     * The same without a list of components: samples that name none are not checked against one.
     *
     * @param found issues that are known already, such as files that cannot be read
     */
    public static Result validate(
            String revision, List<RepositoryFile> files, List<Issue> found, TimeBudget budget) {
        return validate(revision, files, found, budget, Optional.empty());
    }

    /**
     * @param found issues that are known already, such as files that cannot be read
     * @param components what the collector of every sample contains that does not say so itself
     */
    public static Result validate(
            String revision,
            List<RepositoryFile> files,
            List<Issue> found,
            TimeBudget budget,
            Optional<ComponentSet> components) {
        ParsedRepository parsed = RepositoryParser.parse(files, budget);
        Issues issues = new Issues();
        issues.addAll(found);
        issues.addAll(parsed.issues());
        if (issues.hasErrors()) {
            return new Result(Optional.empty(), parsed.objects(), issues.sorted());
        }
        Snapshot snapshot = parsed.snapshot(revision);
        ReferenceCheck.check(snapshot, budget, issues);
        if (!issues.hasErrors()) {
            SampleCheck.check(snapshot, components, budget, issues);
        }
        return new Result(
                issues.hasErrors() ? Optional.empty() : Optional.of(snapshot),
                parsed.objects(),
                issues.sorted());
    }
}
