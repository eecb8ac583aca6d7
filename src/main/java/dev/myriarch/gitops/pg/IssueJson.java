package dev.myriarch.gitops.pg;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Issue;
import dev.myriarch.json.JsonObject;
import java.util.List;

/** Issues in the column {@code gitops_status.issues}. */
final class IssueJson {
    /** More than anybody reads; the rest is counted in the sync. */
    private static final int LIMIT = 1_000;

    private IssueJson() {}

    static String write(List<Issue> issues) {
        return StorableJson.write(
                new Value.Sequence(
                        issues.stream().limit(LIMIT).<Value>map(Issue::toValue).toList()));
    }

    /** Reads {@code {"issues": […]}}. */
    static List<Issue> read(String json) {
        return JsonObject.readStored("{\"issues\":" + json + "}", "GitOps issues")
                .objects("issues")
                .stream()
                .map(IssueJson::issue)
                .toList();
    }

    private static Issue issue(JsonObject fields) {
        return new Issue(
                fields.text("code"),
                Issue.Severity.of(fields.text("severity")).orElse(Issue.Severity.WARNING),
                fields.text("message"),
                fields.text("file"),
                (int) fields.integer("line", 0, Integer.MAX_VALUE),
                (int) fields.integer("column", 0, Integer.MAX_VALUE),
                fields.text("object"),
                fields.text("path"));
    }
}
