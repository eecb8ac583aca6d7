package dev.myriarch.auth.api;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.http.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Refusals with the header that tells the client what to do. */
final class Refusals {
    private Refusals() {}

    /** RFC 9110 section 15.5.2 wants to know how to authenticate. */
    static ProblemException unauthorized(String detail) {
        return new ProblemException(
                ErrorCode.UNAUTHORIZED,
                detail,
                List.of(),
                Map.of("WWW-Authenticate", "Bearer realm=\"myriarch\""));
    }

    /** Says when to come back, in whole seconds and never "now". */
    static ProblemException tooMany(Duration retryAfter) {
        long seconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
        return new ProblemException(
                ErrorCode.TOO_MANY_REQUESTS,
                "too many failed attempts; try again in " + seconds + " s",
                List.of(),
                Map.of("Retry-After", Long.toString(seconds)));
    }
}
