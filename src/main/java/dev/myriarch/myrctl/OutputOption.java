package dev.myriarch.myrctl;

import dev.myriarch.myrctl.report.Report;
import dev.myriarch.myrctl.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --output FORMAT[=FILE]}, which may repeat. */
final class OutputOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT[=FILE]",
            description =
                    "text, json, github, gitlab, junit, sarif or markdown (default: text). May"
                            + " repeat; only one goes to the standard output.")
    private List<String> outputs = new ArrayList<>();

    /** A report that somebody wants; without a file it goes to the standard output. */
    private record Target(ReportFormat format, Optional<Path> file) {}

    /** Throws when the option does not make sense, before any work is done. */
    void check() {
        targets();
    }

    void write(Surroundings surroundings, Report report) {
        for (Target target : targets()) {
            String text = target.format().write(report);
            if (target.file().isPresent()) {
                write(surroundings.resolve(target.file().get()), text);
            } else {
                surroundings.out().print(text);
            }
            if (target.format() == ReportFormat.GITHUB) {
                summarize(surroundings, report);
            }
        }
    }

    /** The page of a run on GitHub shows what the annotations leave out. */
    private static void summarize(Surroundings surroundings, Report report) {
        Optional<String> file = surroundings.variable("GITHUB_STEP_SUMMARY");
        if (file.isPresent()) {
            write(
                    surroundings.resolve(Path.of(file.get())),
                    ReportFormat.MARKDOWN.write(report),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private static void write(Path file, String text, StandardOpenOption... options) {
        try {
            Files.writeString(file, text, options);
        } catch (IOException e) {
            throw CommandException.trouble(
                    "%s cannot be written: %s".formatted(file, Reasons.of(e)));
        }
    }

    private List<Target> targets() {
        if (outputs.isEmpty()) {
            return List.of(new Target(ReportFormat.TEXT, Optional.empty()));
        }
        List<Target> targets = outputs.stream().map(OutputOption::target).toList();
        if (targets.stream().filter(each -> each.file().isEmpty()).count() > 1) {
            throw CommandException.trouble(
                    "only one --output goes to the standard output; give the others a file, such as"
                            + " junit=report.xml");
        }
        return targets;
    }

    private static Target target(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        ReportFormat format =
                ReportFormat.of(name)
                        .orElseThrow(() ->
                                CommandException.trouble(
                                        "there is no output format \"%s\"; there are %s"
                                                .formatted(
                                                        name,
                                                        String.join(", ", ReportFormat.names()))));
        if (equals < 0) {
            return new Target(format, Optional.empty());
        }
        String file = text.substring(equals + 1);
        if (file.isEmpty()) {
            throw CommandException.trouble("the file after --output %s is empty".formatted(text));
        }
        try {
            return new Target(format, Optional.of(Path.of(file)));
        } catch (InvalidPathException e) {
            throw CommandException.trouble("\"%s\" is no name of a file".formatted(file));
        }
    }
}
