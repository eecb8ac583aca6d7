package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads Accept-Encoding (RFC 9110 section 12.5.3) as far as gzip is concerned. */
final class AcceptEncoding {
    private AcceptEncoding() {}

    /** True when gzip, or else {@code *}, is listed with a weight above zero. */
    static boolean takesGzip(Headers request) {
        Optional<Boolean> gzip = Optional.empty();
        Optional<Boolean> any = Optional.empty();
        for (String value : request.getOrDefault("Accept-Encoding", List.of())) {
            for (String element : HeaderTokens.split(value)) {
                String[] parts = element.split(";", 2);
                String coding = HttpCharacters.trim(parts[0]).toLowerCase(Locale.ROOT);
                boolean wanted = parts.length == 1 || !isZeroWeight(parts[1]);
                if (coding.equals("gzip") || coding.equals("x-gzip")) {
                    gzip = Optional.of(wanted);
                } else if (coding.equals("*")) {
                    any = Optional.of(wanted);
                }
            }
        }
        return gzip.orElse(any.orElse(false));
    }

    private static boolean isZeroWeight(String parameter) {
        String weight = parameter.replace(" ", "").toLowerCase(Locale.ROOT);
        return weight.startsWith("q=0") && weight.substring(3).chars().noneMatch(c -> c >= '1');
    }
}
