package dev.myriarch.myrctl;

import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.gitops.SampleAgent;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.myrctl.report.Report;
import dev.myriarch.myrctl.report.ReportFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares what the samples render with what is checked in. */
@Command(
        name = "test",
        description = {
            "Compares the renderings of the sample agents with samples/golden/<sample>.yaml, so that"
                    + " a review shows what a change means for agents.",
            "Exit codes: 0 all equal, 1 differs, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class TestCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final RepositoryOptions repository = new RepositoryOptions();
    @Mixin private final AnswerOption answer = new AnswerOption();

    @Option(
            names = "--update",
            description = "Writes the files anew and deletes those without a sample.")
    private boolean update;

    TestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        boolean junit = answer.choice(List.of("text", "junit")).equals("junit");
        Repository read = repository.read(surroundings);
        Snapshot snapshot = read.snapshot("test");
        GoldenFolder golden = GoldenFolder.of(surroundings.resolve(repository.folder()));
        List<Report.Case> cases = compare(snapshot, golden);
        Report report =
                new Report(
                        new Report.Source("test", read.folder(), read.revision()),
                        false,
                        List.of(),
                        cases);
        if (junit) {
            surroundings.out().print(ReportFormat.JUNIT.write(report));
        } else {
            print(cases);
        }
        return report.passed() ? 0 : CommandException.NEGATIVE;
    }

    private List<Report.Case> compare(Snapshot snapshot, GoldenFolder golden) {
        Optional<ComponentSet> components = repository.components(surroundings);
        Set<String> left = golden.names();
        List<Report.Case> cases = new ArrayList<>();
        for (SampleAgent sample :
                snapshot.samples().stream()
                        .sorted(Comparator.comparing(SampleAgent::name))
                        .toList()) {
            String rendered = SampleRendering.of(snapshot, sample, components).text();
            boolean known = left.remove(sample.name());
            Report.Outcome outcome =
                    known
                            ? compare(golden.read(sample.name()), rendered)
                            : new Report.Outcome.Failed(
                                    "has no golden file", "\"myrctl test --update\" writes it\n");
            cases.add(
                    new Report.Case(
                            "golden",
                            sample.name(),
                            updated(golden, sample.name(), rendered, outcome)));
        }
        for (String name : left) {
            cases.add(new Report.Case("golden", name, orphan(golden, name)));
        }
        return cases;
    }

    private static Report.Outcome compare(String expected, String rendered) {
        if (expected.equals(rendered)) {
            return new Report.Outcome.Passed("");
        }
        String hunks = LineDiff.hunks(expected, rendered);
        return new Report.Outcome.Failed(
                "differs from its golden file", hunks.isEmpty() ? "only in line ends\n" : hunks);
    }

    private Report.Outcome updated(
            GoldenFolder golden, String name, String rendered, Report.Outcome outcome) {
        if (!update || outcome instanceof Report.Outcome.Passed) {
            return outcome;
        }
        golden.write(name, rendered);
        return new Report.Outcome.Passed("written\n");
    }

    private Report.Outcome orphan(GoldenFolder golden, String name) {
        if (update) {
            golden.delete(name);
            return new Report.Outcome.Passed("deleted\n");
        }
        return new Report.Outcome.Failed(
                "has a golden file, but there is no such sample",
                "\"myrctl test --update\" deletes it\n");
    }

    private void print(List<Report.Case> cases) {
        long failed = 0;
        for (Report.Case each : cases) {
            String text =
                    switch (each.outcome()) {
                        case Report.Outcome.Passed(String remarks) ->
                                remarks.isEmpty() ? "" : each.name() + ": " + remarks;
                        case Report.Outcome.Failed(String summary, String details) -> {
                            failed++;
                            yield each.name() + " " + summary + "\n" + details;
                        }
                        case Report.Outcome.Skipped(String reason) ->
                                each.name() + ": " + reason + "\n";
                    };
            surroundings.out().print(text);
        }
        surroundings
                .out()
                .println("%d of %d as expected".formatted(cases.size() - failed, cases.size()));
    }
}
