package dev.myriarch.http;

import java.time.Instant;
import java.util.Optional;

/**
 * What tells one version of a resource from another (RFC 9110 section 8.8).
 *
 * @param etag with its quotes, strong when it does not begin with {@code W/}; empty: none
 */
record Validators(String etag, Optional<Instant> modifiedAt) {
    boolean matchesStrongly(String candidate) {
        return !etag.isEmpty() && !etag.startsWith("W/") && etag.equals(candidate);
    }

    boolean matchesWeakly(String candidate) {
        return !etag.isEmpty() && opaque(etag).equals(opaque(candidate));
    }

    private static String opaque(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
