package dev.myriarch.myrctl.report;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Issue;
import dev.myriarch.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The artefact {@code reports: codequality}. */
final class GitlabReport {
    private GitlabReport() {}

    static String write(Report report) {
        Fingerprints fingerprints = new Fingerprints();
        List<Value> issues = new ArrayList<>();
        for (Issue issue : report.issues()) {
            Map<String, Value> fields = new LinkedHashMap<>();
            fields.put("description", Value.of(issue.message()));
            fields.put("check_name", Value.of(issue.code()));
            fields.put("fingerprint", Value.of(fingerprints.next(report, issue)));
            fields.put("severity", Value.of(severity(issue.severity())));
            Map<String, Value> location = new LinkedHashMap<>();
            location.put("path", Value.of(report.source().place(issue.file())));
            location.put(
                    "lines",
                    new Value.Mapping(Map.of("begin", Value.of(Math.max(1, issue.line())))));
            fields.put("location", new Value.Mapping(location));
            issues.add(new Value.Mapping(fields));
        }
        return Json.write(new Value.Sequence(issues)) + "\n";
    }

    private static String severity(Issue.Severity severity) {
        return switch (severity) {
            case ERROR -> "critical";
            case WARNING -> "minor";
            case INFO -> "info";
        };
    }
}
