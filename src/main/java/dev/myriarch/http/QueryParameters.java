package dev.myriarch.http;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decoded query parameters in their order. Their number is bounded by the request line. */
record QueryParameters(Map<String, List<String>> values) {
    static QueryParameters parse(@Nullable String rawQuery) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (rawQuery != null) {
            for (String pair : rawQuery.split("&", -1)) {
                if (!pair.isEmpty()) {
                    int equals = pair.indexOf('=');
                    String key = equals < 0 ? pair : pair.substring(0, equals);
                    String value = equals < 0 ? "" : pair.substring(equals + 1);
                    values.computeIfAbsent(PercentDecoder.queryPart(key), _ -> new ArrayList<>())
                            .add(PercentDecoder.queryPart(value));
                }
            }
        }
        return new QueryParameters(values);
    }

    Set<String> names() {
        return Set.copyOf(values.keySet());
    }

    List<String> all(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    Optional<String> single(String name) {
        List<String> all = values.getOrDefault(name, List.of());
        if (all.size() > 1) {
            throw new MyriarchException(
                    ErrorCode.BAD_REQUEST, "the query parameter " + name + " occurs twice");
        }
        return all.stream().findFirst();
    }
}
