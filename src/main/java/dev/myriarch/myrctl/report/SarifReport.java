package dev.myriarch.myrctl.report;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.IssueCode;
import dev.myriarch.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** SARIF 2.1.0, for code scanning. The rules carry the help of {@link IssueCode}. */
final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private SarifReport() {}

    static String write(Report report) {
        List<String> codes = report.issues().stream().map(Issue::code).distinct().sorted().toList();
        Fingerprints fingerprints = new Fingerprints();
        List<Value> results = new ArrayList<>();
        for (Issue issue : report.issues()) {
            results.add(
                    result(
                            report,
                            issue,
                            codes.indexOf(issue.code()),
                            fingerprints.next(report, issue)));
        }
        Value driver =
                object(
                        "name",
                        Value.of("myrctl"),
                        "rules",
                        new Value.Sequence(codes.stream().map(SarifReport::rule).toList()));
        Value run =
                object(
                        "tool",
                        object("driver", driver),
                        "columnKind",
                        Value.of("unicodeCodePoints"),
                        "results",
                        new Value.Sequence(results));
        return Json.write(
                        object(
                                "$schema",
                                Value.of(SCHEMA),
                                "version",
                                Value.of("2.1.0"),
                                "runs",
                                new Value.Sequence(List.of(run))))
                + "\n";
    }

    private static Value rule(String code) {
        Optional<IssueCode> known = IssueCode.of(code);
        String meaning = known.map(IssueCode::meaning).orElse(code);
        String fix = known.map(IssueCode::fix).orElse("");
        String example = known.map(IssueCode::example).orElse("");
        return object(
                "id",
                Value.of(code),
                "shortDescription",
                text(meaning),
                "help",
                object(
                        "text",
                        Value.of(fix + "\n\n" + example),
                        "markdown",
                        Value.of(fix + "\n\n```yaml\n" + example + "\n```")));
    }

    private static Value result(Report report, Issue issue, int rule, String fingerprint) {
        return object(
                "ruleId",
                Value.of(issue.code()),
                "ruleIndex",
                Value.of(rule),
                "level",
                Value.of(level(issue.severity())),
                "message",
                text(issue.message()),
                "locations",
                new Value.Sequence(List.of(location(report, issue))),
                "partialFingerprints",
                object("myrctl/v1", Value.of(fingerprint)));
    }

    private static String level(Issue.Severity severity) {
        return switch (severity) {
            case ERROR, WARNING -> severity.text();
            case INFO -> "note";
        };
    }

    private static Value location(Report report, Issue issue) {
        String name = (issue.object() + " " + issue.path()).strip();
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put(
                "physicalLocation",
                object(
                        "artifactLocation",
                        object("uri", Value.of(uri(report.source().place(issue.file())))),
                        "region",
                        object(
                                "startLine",
                                Value.of(Math.max(1, issue.line())),
                                "startColumn",
                                Value.of(Math.max(1, issue.column())))));
        if (!name.isEmpty()) {
            fields.put(
                    "logicalLocations",
                    new Value.Sequence(List.of(object("fullyQualifiedName", Value.of(name)))));
        }
        return new Value.Mapping(fields);
    }

    /** A relative reference, or a file URI for an absolute path. */
    private static String uri(String path) {
        try {
            String scheme = path.startsWith("/") ? "file" : null;
            String safe = scheme == null && path.contains(":") ? "./" + path : path;
            return new URI(scheme, scheme == null ? null : "", safe, null).toASCIIString();
        } catch (URISyntaxException e) {
            return ".";
        }
    }

    private static Value text(String text) {
        return object("text", Value.of(text));
    }

    /** From names and values in turn. */
    private static Value object(Object... pairs) {
        Map<String, Value> fields = new LinkedHashMap<>();
        for (int index = 0; index < pairs.length; index += 2) {
            fields.put((String) pairs[index], (Value) pairs[index + 1]);
        }
        return new Value.Mapping(fields);
    }
}
