package dev.myriarch.myrctl;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryObject;
import dev.myriarch.gitops.SampleAgent;
import dev.myriarch.gitops.SnapshotValidator;
import dev.myriarch.myrctl.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sorts what a validation found by the object, or the file, that it is about. Immutable. */
final class Cases {
    private final Report.Source source;
    private final SnapshotValidator.Result result;
    private final boolean strict;

    private Cases(Report.Source source, SnapshotValidator.Result result, boolean strict) {
        this.source = source;
        this.result = result;
        this.strict = strict;
    }

    static List<Report.Case> of(
            Report.Source source, SnapshotValidator.Result result, boolean strict) {
        Cases cases = new Cases(source, result, strict);
        return cases.all();
    }

    private List<Report.Case> all() {
        Map<String, List<Issue>> byName = new TreeMap<>();
        for (RepositoryObject object : result.objects()) {
            byName.put(object.meta().key(), new ArrayList<>());
        }
        for (Issue issue : result.issues()) {
            byName.computeIfAbsent(name(issue), _ -> new ArrayList<>()).add(issue);
        }
        List<Report.Case> cases = new ArrayList<>();
        byName.forEach((name, issues) ->
                cases.add(new Report.Case(group(name), name, outcome(name, issues))));
        return cases;
    }

    private static String name(Issue issue) {
        if (!issue.object().isEmpty()) {
            return issue.object();
        }
        return issue.file().isEmpty() ? "repository" : issue.file();
    }

    private static String group(String name) {
        return name.startsWith("SampleAgent/") ? "samples" : "objects";
    }

    private Report.Outcome outcome(String name, List<Issue> issues) {
        if (issues.stream().anyMatch(this::fails)) {
            return new Report.Outcome.Failed(Report.count(issues.size(), "issue"), text(issues));
        }
        boolean isSample =
                result.objects().stream()
                        .anyMatch(each ->
                                each instanceof SampleAgent && each.meta().key().equals(name));
        return isSample && result.snapshot().isEmpty()
                ? new Report.Outcome.Skipped("the repository has errors; see the other cases")
                : new Report.Outcome.Passed(text(issues));
    }

    private boolean fails(Issue issue) {
        return switch (issue.severity()) {
            case ERROR -> true;
            case WARNING -> strict;
            case INFO -> false;
        };
    }

    private String text(List<Issue> issues) {
        StringBuilder text = new StringBuilder();
        for (Issue issue : issues) {
            text.append(
                    "%s:%d:%d: %s %s: %s\n"
                            .formatted(
                                    source.place(issue.file()),
                                    issue.line(),
                                    issue.column(),
                                    issue.severity().text(),
                                    issue.code(),
                                    issue.message()));
        }
        return text.toString();
    }
}
