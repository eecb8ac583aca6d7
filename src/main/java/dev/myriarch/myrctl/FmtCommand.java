package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.ObjectOrder;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositorySource;
import dev.myriarch.json.Json;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.format.FormatException;
import dev.myriarch.yaml.format.YamlFormatter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One form for all files of a repository. */
@Command(
        name = "fmt",
        description = {
            "Puts the files of a repository into one form: indentation, blank lines, line ends, and"
                    + " the fields of objects in the order of the reference. Comments stay, and so does"
                    + " what the files say.",
            "Exit codes: 0 done or formatted already, 1 with --check a file is not formatted, or a"
                    + " file cannot be formatted, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class FmtCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final AnswerOption answer = new AnswerOption();

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description =
                    "Folders with GitOps objects, or single files (default: the current folder).")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--check", description = "Changes nothing and says what is not formatted.")
    private boolean check;

    @Option(names = "--diff", description = "With --check: shows what would change.")
    private boolean diff;

    FmtCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What became of a file. */
    private sealed interface Outcome {
        record Formatted() implements Outcome {}

        /**
         * @param line the first one that changes, from 1
         * @param hunks what changes
         */
        record Changed(int line, String hunks) implements Outcome {}

        record Failed(int line, int column, String message) implements Outcome {}
    }

    /**
     * @param shown as reports name it
     */
    private record Result(String shown, Outcome outcome) {}

    @Override
    public Integer call() {
        boolean json = answer.isJson("text");
        List<Result> results = new ArrayList<>();
        for (Path path : paths.isEmpty() ? List.of(Path.of("")) : paths) {
            if (Files.isDirectory(surroundings.resolve(path))) {
                addFolder(results, path);
            } else {
                results.add(result(path, RepositoryFiles.single(surroundings, path)));
            }
        }
        if (json) {
            surroundings.out().println(Json.write(value(results)));
        } else {
            print(results);
        }
        boolean negative =
                results.stream()
                        .map(Result::outcome)
                        .anyMatch(each ->
                                each instanceof Outcome.Failed
                                        || (check && each instanceof Outcome.Changed));
        return negative ? CommandException.NEGATIVE : 0;
    }

    private void addFolder(List<Result> results, Path folder) {
        RepositorySource.Fetch.Content content = RepositoryFiles.read(surroundings, folder);
        for (Issue issue : content.issues()) {
            Path place = issue.file().isEmpty() ? folder : folder.resolve(issue.file());
            results.add(
                    new Result(
                            surroundings.shown(place),
                            new Outcome.Failed(0, 0, issue.code() + ": " + issue.message())));
        }
        for (RepositoryFile file : content.files()) {
            results.add(result(folder.resolve(file.path()), file));
        }
    }

    private Result result(Path path, RepositoryFile file) {
        String shown = surroundings.shown(path);
        try {
            String after = YamlFormatter.format(file.content(), FmtCommand::order);
            String before = new String(file.content(), StandardCharsets.UTF_8);
            return new Result(shown, outcome(path, before, after));
        } catch (YamlException e) {
            return new Result(
                    shown,
                    new Outcome.Failed(e.line(), e.column(), e.code() + ": " + e.getMessage()));
        } catch (FormatException e) {
            return new Result(
                    shown, new Outcome.Failed(e.line(), 1, String.valueOf(e.getMessage())));
        }
    }

    private Outcome outcome(Path path, String before, String after) {
        Optional<Integer> line = YamlFormatter.firstDifference(before, after);
        if (line.isEmpty()) {
            return new Outcome.Formatted();
        }
        if (!check) {
            RepositoryFiles.replace(surroundings.resolve(path), after);
        }
        return new Outcome.Changed(line.get(), diff ? LineDiff.hunks(before, after) : "");
    }

    private static List<String> order(YamlNode document, List<String> path) {
        return FileKinds.of(document).map(kind -> ObjectOrder.of(kind, path)).orElse(List.of());
    }

    private void print(List<Result> results) {
        int changed = 0;
        for (Result result : results) {
            switch (result.outcome()) {
                case Outcome.Formatted _ -> {}
                case Outcome.Changed(int line, String hunks) -> {
                    changed++;
                    surroundings
                            .out()
                            .println(
                                    check
                                            ? "%s:%d:1: not formatted"
                                                    .formatted(result.shown(), line)
                                            : result.shown());
                    surroundings.out().print(hunks);
                }
                case Outcome.Failed(int line, int column, String message) ->
                        surroundings
                                .err()
                                .println(
                                        "%s%s: %s"
                                                .formatted(
                                                        result.shown(),
                                                        line == 0 ? "" : ":" + line + ":" + column,
                                                        message));
            }
        }
        if (check) {
            surroundings
                    .err()
                    .println(
                            changed == 0
                                    ? "%d files are formatted".formatted(results.size())
                                    : "%d of %d files are not formatted; \"myrctl fmt\" formats them"
                                            .formatted(changed, results.size()));
        }
    }

    private Value value(List<Result> results) {
        List<Value> files = new ArrayList<>();
        for (Result result : results) {
            Map<String, Value> file = new LinkedHashMap<>();
            file.put("file", Value.of(result.shown()));
            switch (result.outcome()) {
                case Outcome.Formatted _ -> file.put("state", Value.of("formatted"));
                case Outcome.Changed(int line, String hunks) -> {
                    file.put("state", Value.of(check ? "unformatted" : "changed"));
                    file.put("line", Value.of(line));
                    if (diff) {
                        file.put("diff", Value.of(hunks));
                    }
                }
                case Outcome.Failed(int line, int column, String message) -> {
                    file.put("state", Value.of("failed"));
                    file.put("line", Value.of(line));
                    file.put("column", Value.of(column));
                    file.put("message", Value.of(message));
                }
            }
            files.add(new Value.Mapping(file));
        }
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("files", new Value.Sequence(files));
        return new Value.Mapping(fields);
    }
}
