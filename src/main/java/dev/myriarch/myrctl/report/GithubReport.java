package dev.myriarch.myrctl.report;

import dev.myriarch.gitops.Issue;
import java.util.List;

/**
 * Annotations of GitHub Actions. A step shows ten errors and ten warnings and drops the rest
 * without a word, so errors come first and a notice counts what is left.
 */
final class GithubReport {
    private static final int SHOWN = 10;

    private GithubReport() {}

    static String write(Report report) {
        List<Issue> errors = of(report, Issue.Severity.ERROR);
        List<Issue> warnings = of(report, Issue.Severity.WARNING);
        StringBuilder out = new StringBuilder();
        errors.stream().limit(SHOWN).forEach(each -> append(out, report, each));
        warnings.stream().limit(SHOWN).forEach(each -> append(out, report, each));
        // Notices are counted by themselves, and one of them says what is left.
        of(report, Issue.Severity.INFO).stream()
                .limit(SHOWN - 1)
                .forEach(each -> append(out, report, each));
        long more = left(errors) + left(warnings);
        if (more > 0) {
            out.append(
                    "::notice title=myrctl::%d more (%s, %s); the text output shows all\n"
                            .formatted(
                                    more,
                                    Report.count(left(errors), "error"),
                                    Report.count(left(warnings), "warning")));
        }
        out.append(
                "%s is %s: %s\n"
                        .formatted(
                                data(report.source().place("")),
                                report.passed() ? "valid" : "not valid",
                                report.counts()));
        return out.toString();
    }

    private static List<Issue> of(Report report, Issue.Severity severity) {
        return report.issues().stream().filter(each -> each.severity() == severity).toList();
    }

    private static String command(Issue.Severity severity) {
        return switch (severity) {
            case ERROR, WARNING -> severity.text();
            case INFO -> "notice";
        };
    }

    private static long left(List<Issue> issues) {
        return Math.max(0, issues.size() - SHOWN);
    }

    private static void append(StringBuilder out, Report report, Issue issue) {
        out.append("::").append(command(issue.severity())).append(' ');
        out.append("file=").append(property(report.source().place(issue.file())));
        if (issue.line() > 0) {
            out.append(",line=").append(issue.line()).append(",col=").append(issue.column());
        }
        out.append(",title=").append(property(issue.code()));
        String about = (issue.object() + " " + issue.path()).strip();
        out.append("::").append(data(issue.message()));
        out.append(about.isEmpty() ? "" : data(" [" + about + "]")).append('\n');
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
