package dev.myriarch.myrctl;

import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositorySource;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.SnapshotValidator;
import dev.myriarch.gitops.TimeBudget;
import dev.myriarch.gitops.io.DirectorySource;
import dev.myriarch.gitops.io.RepositoryLimits;
import dev.myriarch.myrctl.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * A folder that was read and checked as the server does it.
 *
 * @param folder as reports name it
 */
record Repository(String folder, String revision, SnapshotValidator.Result result) {
    /**
     * Ends a check that would keep a build host busy for ever; honest repositories take seconds.
     */
    private static final Duration BUDGET = Duration.ofMinutes(5);

    /**
     * @param components what the collectors of samples contain that do not say so themselves
     * @throws CommandException when the folder cannot be read
     */
    static Repository read(
            Surroundings surroundings, Path folder, Optional<ComponentSet> components) {
        InstantSource clock = InstantSource.system();
        RepositorySource source =
                new DirectorySource(surroundings.resolve(folder), RepositoryLimits.DEFAULT, clock);
        return switch (source.fetch(Optional.empty())) {
            case RepositorySource.Fetch.Failed(String message) ->
                    throw CommandException.trouble(message);
            case RepositorySource.Fetch.Unchanged _ ->
                    throw new IllegalStateException("nothing was known before");
            case RepositorySource.Fetch.Content content ->
                    of(surroundings.shown(folder), content, components);
        };
    }

    /**
     * @param shown how reports name where the content is from
     */
    static Repository of(
            String shown,
            RepositorySource.Fetch.Content content,
            Optional<ComponentSet> components) {
        InstantSource clock = InstantSource.system();
        return new Repository(
                shown,
                content.revision(),
                SnapshotValidator.validate(
                        content.revision(),
                        content.files(),
                        content.issues(),
                        until(clock, clock.instant().plus(BUDGET)),
                        components));
    }

    private static TimeBudget until(InstantSource clock, Instant deadline) {
        return () -> clock.instant().isAfter(deadline);
    }

    List<Issue> issues() {
        return result.issues();
    }

    Report report(String command, boolean strict) {
        Report.Source source = new Report.Source(command, folder, revision);
        return new Report(source, strict, result.issues(), Cases.of(source, result, strict));
    }

    /**
     * The snapshot for commands that need a valid repository.
     *
     * @throws CommandException with all issues when there is none
     */
    Snapshot snapshot(String command) {
        return result.snapshot()
                .orElseThrow(() -> CommandException.invalid(report(command, false)));
    }
}
