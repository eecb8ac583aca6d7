package dev.myriarch.http;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Problem documents (RFC 9457). */
public final class Problems {
    private Problems() {}

    public static ApiResponse response(ErrorCode code, String detail, String requestId) {
        return response(code, detail, List.of(), requestId);
    }

    public static ApiResponse response(
            ErrorCode code, String detail, List<ProblemIssue> issues, String requestId) {
        Map<String, Value> document = new LinkedHashMap<>();
        document.put("type", Value.of("urn:myriarch:problem:" + code.text()));
        document.put("title", Value.of(code.title()));
        document.put("status", Value.of(code.status()));
        document.put("detail", Value.of(detail));
        document.put("code", Value.of(code.text()));
        document.put("requestId", Value.of(requestId));
        document.put("issues", new Value.Sequence(issues.stream().map(Problems::issue).toList()));
        byte[] body = Json.write(new Value.Mapping(document)).getBytes(StandardCharsets.UTF_8);
        return new ApiResponse.Bytes(code.status(), "application/problem+json", body, Map.of());
    }

    private static Value issue(ProblemIssue issue) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("code", issue.code());
        entries.put("path", issue.path());
        entries.put("message", issue.message());
        return Value.ofTexts(entries);
    }
}
