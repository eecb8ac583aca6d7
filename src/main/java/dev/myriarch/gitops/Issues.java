package dev.myriarch.gitops;

import dev.myriarch.blueprint.Finding;
import dev.myriarch.blueprint.Origin;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects issues, each once. Confined to one check. */
final class Issues {
    /** A broken repository must not fill the memory; the rest shows when these are mended. */
    private static final int LIMIT = 5_000;

    private static final Comparator<Issue> ORDER =
            Comparator.comparing(Issue::severity)
                    .thenComparing(Issue::file)
                    .thenComparingInt(Issue::line)
                    .thenComparingInt(Issue::column);

    private final Set<Issue> issues = new LinkedHashSet<>();

    void error(String code, Origin origin, String message) {
        add(code, Issue.Severity.ERROR, message, origin);
    }

    void warning(String code, Origin origin, String message) {
        add(code, Issue.Severity.WARNING, message, origin);
    }

    void info(String code, Origin origin, String message) {
        add(code, Issue.Severity.INFO, message, origin);
    }

    void add(Finding finding) {
        add(finding, "");
    }

    /**
     * @param context added to the message, such as the sample agent that showed it
     */
    void add(Finding finding, String context) {
        add(
                finding.code(),
                finding.isError() ? Issue.Severity.ERROR : Issue.Severity.WARNING,
                finding.message() + context,
                finding.origin());
    }

    void addAll(Collection<Issue> more) {
        more.forEach(this::add);
    }

    private void add(String code, Issue.Severity severity, String message, Origin origin) {
        add(
                new Issue(
                        code,
                        severity,
                        message,
                        origin.file(),
                        origin.line(),
                        origin.column(),
                        origin.object(),
                        origin.path()));
    }

    private void add(Issue issue) {
        if (issues.size() < LIMIT) {
            issues.add(issue);
        }
    }

    boolean hasErrors() {
        return issues.stream().anyMatch(issue -> issue.severity() == Issue.Severity.ERROR);
    }

    /** Errors first, then by place. */
    List<Issue> sorted() {
        return issues.stream().sorted(ORDER).toList();
    }
}
