package dev.myriarch.myrctl;

import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.io.GitException;
import dev.myriarch.gitops.io.GitRevisions;
import dev.myriarch.gitops.io.RepositoryLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is compared: two folders, a revision and a folder, or two revisions of a folder. */
final class DiffSides {
    private static final String RANGE = "..";
    private static final String PARTED = "...";

    @Parameters(
            index = "0",
            arity = "0..2",
            paramLabel = "BASE|A..B|DIR",
            description = {
                "Two folders, the first as it was (the second is the current one by default).",
                "A..B and a folder: two revisions of it in its Git repository; with A...B the first"
                        + " is where they parted, B is HEAD by default.",
                "With --base only the folder (default: the current one)."
            })
    private List<String> arguments = List.of();

    @Option(
            names = "--base",
            paramLabel = "REV",
            description = "Compares the folder with what this Git revision has there.")
    private @Nullable String base;

    @Option(
            names = "--head",
            paramLabel = "REV",
            description = "With --base: this revision instead of the folder as it is.")
    private @Nullable String head;

    /** Both sides, valid. */
    record Snapshots(Snapshot before, Snapshot after) {}

    /**
     * @throws CommandException when one of them cannot be read or is not valid
     */
    Snapshots read(Surroundings surroundings, Optional<ComponentSet> components) {
        Optional<String> first = arguments.stream().findFirst();
        if (base != null) {
            if (arguments.size() > 1) {
                throw CommandException.trouble("--base compares one folder; two are named");
            }
            Path folder = Path.of(first.orElse(""));
            return new Reading(surroundings, components, folder)
                    .revisions(base, Optional.ofNullable(head), false);
        }
        if (head != null) {
            throw CommandException.trouble("--head needs --base");
        }
        if (first.isEmpty()) {
            throw CommandException.trouble(
                    "compare with what? Name a folder, two revisions as A..B, or --base REV");
        }
        Path second = Path.of(arguments.size() > 1 ? arguments.get(1) : "");
        boolean isFolder = Files.isDirectory(surroundings.resolve(Path.of(first.get())));
        if (first.get().contains(RANGE) && !isFolder) {
            return new Reading(surroundings, components, second).range(first.get());
        }
        if (!isFolder) {
            throw CommandException.trouble(
                    "the folder %s does not exist; for a Git revision write --base %s"
                            .formatted(first.get(), first.get()));
        }
        return new Snapshots(
                new Reading(surroundings, components, Path.of(first.get())).asItIs(),
                new Reading(surroundings, components, second).asItIs());
    }

    private record Reading(
            Surroundings surroundings, Optional<ComponentSet> components, Path folder) {
        Snapshot asItIs() {
            return valid(Repository.read(surroundings, folder, components));
        }

        Snapshots range(String range) {
            boolean parted = range.contains(PARTED);
            String dots = parted ? PARTED : RANGE;
            int at = range.indexOf(dots);
            String from = range.substring(0, at);
            String to = range.substring(at + dots.length());
            return revisions(
                    from.isEmpty() ? "HEAD" : from,
                    Optional.of(to.isEmpty() ? "HEAD" : to),
                    parted);
        }

        /**
         * @param to empty for the folder as it is
         * @param parted whether to begin where the two parted
         */
        Snapshots revisions(String from, Optional<String> to, boolean parted) {
            try {
                GitRevisions git =
                        new GitRevisions(
                                "git", surroundings.resolve(folder), RepositoryLimits.DEFAULT);
                String first = git.commit(from);
                Optional<String> second = to.map(git::commit);
                String start = parted ? git.mergeBase(first, second.orElseThrow()) : first;
                Snapshot before = revision(git, start);
                return new Snapshots(
                        before, second.map(each -> revision(git, each)).orElseGet(this::asItIs));
            } catch (GitException e) {
                throw CommandException.trouble(String.valueOf(e.getMessage()));
            }
        }

        private Snapshot revision(GitRevisions git, String commit) {
            String shown = surroundings.shown(folder);
            String name = commit.substring(0, Math.min(12, commit.length())) + ":" + shown;
            return valid(Repository.of(name, git.read(commit), components));
        }

        /** What is not valid is no answer to "what differs", so it is trouble. */
        private static Snapshot valid(Repository repository) {
            try {
                return repository.snapshot("diff");
            } catch (CommandException e) {
                throw e.asTrouble();
            }
        }
    }
}
