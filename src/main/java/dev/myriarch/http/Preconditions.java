package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions of a GET or HEAD, in the order of RFC 9110 section 13.2.2. */
final class Preconditions {
    /** What they come to. */
    enum Outcome {
        PROCEED,
        /** 304 */
        NOT_MODIFIED,
        /** 412 */
        FAILED
    }

    private Preconditions() {}

    static Outcome evaluate(Headers request, Validators current) {
        if (fails(request, current)) {
            return Outcome.FAILED;
        }
        return isKnown(request, current) ? Outcome.NOT_MODIFIED : Outcome.PROCEED;
    }

    private static boolean fails(Headers request, Validators current) {
        List<String> wanted = tags(request, "If-Match");
        if (!wanted.isEmpty()) {
            return !wanted.contains("*") && wanted.stream().noneMatch(current::matchesStrongly);
        }
        return compare(request, "If-Unmodified-Since", current).filter(age -> age > 0).isPresent();
    }

    private static boolean isKnown(Headers request, Validators current) {
        List<String> known = tags(request, "If-None-Match");
        if (!known.isEmpty()) {
            return known.contains("*") || known.stream().anyMatch(current::matchesWeakly);
        }
        return compare(request, "If-Modified-Since", current).filter(age -> age <= 0).isPresent();
    }

    /** True when a range may be sent: it belongs to the version that the client has a part of. */
    static boolean rangeApplies(Headers request, Validators current) {
        List<String> values = request.getOrDefault("If-Range", List.of());
        if (values.isEmpty()) {
            return true;
        }
        if (values.size() > 1) {
            return false;
        }
        String value = values.getFirst();
        boolean tag = value.startsWith("\"") || value.startsWith("W/");
        return tag
                ? current.matchesStrongly(value)
                : compare(request, "If-Range", current).filter(age -> age == 0).isPresent();
    }

    /** How the time of change compares with the date of a header; empty when one is missing. */
    private static Optional<Integer> compare(Headers request, String name, Validators current) {
        List<String> values = request.getOrDefault(name, List.of());
        if (values.size() != 1) {
            return Optional.empty();
        }
        Optional<Instant> date = HttpDate.parse(values.getFirst());
        return current.modifiedAt()
                .map(modified -> modified.truncatedTo(ChronoUnit.SECONDS))
                .flatMap(modified -> date.map(modified::compareTo));
    }

    private static List<String> tags(Headers request, String name) {
        List<String> tags = new ArrayList<>();
        request.getOrDefault(name, List.of())
                .forEach(value -> tags.addAll(HeaderTokens.split(value)));
        return tags;
    }
}
