package dev.myriarch.auth.api;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.gen.ProblemDto;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Problem documents that need headers, which an exception cannot carry. */
final class Problems {
    private Problems() {}

    static ApiResponse of(ApiRequest request, ErrorCode code, String detail) {
        ProblemDto problem =
                new ProblemDto(
                        "about:blank",
                        code.title(),
                        code.status(),
                        Optional.of(detail),
                        code.text(),
                        Optional.of(request.requestId()),
                        Optional.empty());
        return new ApiResponse.Bytes(
                code.status(),
                "application/problem+json",
                Json.write(problem.toValue()).getBytes(StandardCharsets.UTF_8),
                Map.of());
    }

    /** Says when to come back, in whole seconds and never "now". */
    static ApiResponse tooMany(ApiRequest request, String what, Duration retryAfter) {
        long seconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
        return of(request, ErrorCode.TOO_MANY_REQUESTS, what + "; try again in " + seconds + " s")
                .withHeader("Retry-After", Long.toString(seconds));
    }
}
