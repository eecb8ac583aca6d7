package dev.myriarch.myrctl.report;

import dev.myriarch.gitops.Issue;

/**
 * A comment for a pull request. The marker in its first line lets a bot find its own comment and
 * replace it instead of adding one with each push.
 */
final class MarkdownReport {
    /** GitHub refuses comments above 65,536 characters; some room for what a bot adds. */
    private static final int LIMIT = 60_000;

    private MarkdownReport() {}

    static String write(Report report) {
        StringBuilder out = new StringBuilder();
        out.append("<!-- myrctl:%s -->\n".formatted(report.source().command()));
        out.append(
                "### %s `%s` is %s\n\n"
                        .formatted(
                                report.passed() ? "✅" : "❌",
                                Report.clean(report.source().place("")).replace('`', '\''),
                                report.passed() ? "valid" : "not valid"));
        out.append(report.counts()).append(", revision `");
        out.append(
                report.source().revision(), 0, Math.min(12, report.source().revision().length()));
        out.append("`.\n");
        if (!report.issues().isEmpty()) {
            appendTable(out, report);
        }
        return out.toString();
    }

    private static void appendTable(StringBuilder out, Report report) {
        out.append("\n| | Where | Code | What |\n| --- | --- | --- | --- |\n");
        int written = 0;
        for (Issue issue : report.issues()) {
            String row = row(report, issue);
            if (out.length() + row.length() > LIMIT) {
                int more = report.issues().size() - written;
                out.append("\n… and %s.\n".formatted(Report.count(more, "more issue")));
                return;
            }
            out.append(row);
            written++;
        }
    }

    private static String row(Report report, Issue issue) {
        String place = report.source().place(issue.file());
        return "| %s | %s%s<br>%s | `%s` | %s |\n"
                .formatted(
                        issue.severity().text(),
                        escaped(place),
                        issue.line() == 0 ? "" : ":" + issue.line() + ":" + issue.column(),
                        escaped((issue.object() + " " + issue.path()).strip()),
                        issue.code(),
                        escaped(issue.message()));
    }

    /** Nothing of the repository may format, link or mention somebody. */
    private static String escaped(String text) {
        return Report.clean(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("@", "&#64;")
                .replaceAll("([\\\\`*_\\[\\]|~#!])", "\\\\$1");
    }
}
