package dev.myriarch.myrctl.report;

import dev.myriarch.gitops.Issue;

/** A line for each issue, as compilers write them, then the sum. */
final class TextReport {
    private TextReport() {}

    static String write(Report report) {
        StringBuilder out = new StringBuilder();
        for (Issue issue : report.issues()) {
            out.append(line(report, issue)).append('\n');
        }
        String folder = Report.clean(report.source().place(""));
        long samples =
                report.cases().stream().filter(each -> each.group().equals("samples")).count();
        long others = report.cases().size() - samples;
        if (report.errors() + report.warnings() == 0) {
            out.append(
                    "%s is valid: %s, %s\n"
                            .formatted(
                                    folder,
                                    Report.count(others, "object"),
                                    Report.count(samples, "sample agent")));
        } else {
            out.append(
                    "%s is %s: %s%s\n"
                            .formatted(
                                    folder,
                                    report.passed() ? "valid" : "not valid",
                                    report.counts(),
                                    report.errors() == 0 && !report.passed()
                                            ? ", and --strict accepts no warning"
                                            : ""));
            out.append("\"myrctl explain CODE\" says more about a code\n");
        }
        return out.toString();
    }

    private static String line(Report report, Issue issue) {
        StringBuilder line = new StringBuilder(place(report, issue));
        line.append(": ").append(issue.severity().text());
        line.append(' ').append(issue.code()).append(": ").append(issue.message());
        String about = (issue.object() + " " + issue.path()).strip();
        if (!about.isEmpty()) {
            line.append(" [").append(about).append(']');
        }
        return Report.clean(line.toString());
    }

    /** Never begins like a command that a CI system finds in the output. */
    private static String place(Report report, Issue issue) {
        String file = report.source().place(issue.file());
        String safe = file.startsWith(":") || file.startsWith("#") ? "./" + file : file;
        return issue.line() == 0 ? safe : safe + ":" + issue.line() + ":" + issue.column();
    }
}
