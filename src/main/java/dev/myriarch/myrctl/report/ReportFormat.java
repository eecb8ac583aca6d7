package dev.myriarch.myrctl.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of a report. Each loads its code only when it is used. */
public enum ReportFormat {
    /** For people. */
    TEXT,
    /** Stable, with {@code formatVersion}. */
    JSON,
    /** Workflow commands of GitHub Actions. */
    GITHUB,
    /** Code Quality report of GitLab. */
    GITLAB,
    /** XML that every CI system reads. */
    JUNIT,
    /** Static Analysis Results Interchange Format 2.1.0. */
    SARIF,
    /** For a comment on a pull request. */
    MARKDOWN;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReportFormat> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(ReportFormat::text).toList();
    }

    /** The whole report, ending with a line end. */
    public String write(Report report) {
        return switch (this) {
            case TEXT -> TextReport.write(report);
            case JSON -> JsonReport.write(report);
            case GITHUB -> GithubReport.write(report);
            case GITLAB -> GitlabReport.write(report);
            case JUNIT -> JunitReport.write(report);
            case SARIF -> SarifReport.write(report);
            case MARKDOWN -> MarkdownReport.write(report);
        };
    }
}
