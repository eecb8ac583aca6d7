package dev.myriarch.myrctl.report;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Issue;
import dev.myriarch.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** One object; fields are only ever added within a format version. */
final class JsonReport {
    private JsonReport() {}

    static String write(Report report) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("command", Value.of(report.source().command()));
        fields.put("folder", Value.of(report.source().place("")));
        fields.put("revision", Value.of(report.source().revision()));
        fields.put("valid", Value.of(report.passed()));
        fields.put("strict", Value.of(report.strict()));
        fields.put("errors", Value.of(report.errors()));
        fields.put("warnings", Value.of(report.warnings()));
        fields.put(
                "issues",
                new Value.Sequence(report.issues().stream().<Value>map(Issue::toValue).toList()));
        return Json.write(new Value.Mapping(fields)) + "\n";
    }
}
