package dev.myriarch.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The variables of the process: {@code MYRIARCH_SERVER_PUBLIC_URL} overrides {@code
 * server.publicUrl}, and {@code ${NAME}} in a text stands for any of them. Confined to one thread.
 */
final class Environment {
    static final String PREFIX = "MYRIARCH_";

    /** Variables that are no settings of the server. */
    private static final List<String> OTHER_PREFIXES =
            List.of("MYRIARCH_DEV_", "MYRIARCH_TEST_", "MYRIARCH_SECRET_");

    /** What Kubernetes adds to a container for a Service whose name begins with myriarch. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(
                    "MYRIARCH_(?:[A-Z0-9_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?"
                            + "|PORT_\\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)");

    private static final Pattern LINK_ADDRESS = Pattern.compile("(?:tcp|udp|sctp)://.*");

    private static final Pattern REFERENCE =
            Pattern.compile("(\\$?)\\$\\{([^}:]*)(?:(:-)([^}]*))?}");

    private final Map<String, String> variables;
    private final Set<String> known = new HashSet<>();

    Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** The variable that overrides the setting at {@code path}. */
    static String variable(String path) {
        StringBuilder name = new StringBuilder(PREFIX);
        for (int at = 0; at < path.length(); at++) {
            char c = path.charAt(at);
            if (Character.isUpperCase(c)) {
                name.append('_');
            }
            name.append(c == '.' ? '_' : c);
        }
        return name.toString().toUpperCase(Locale.ROOT);
    }

    Optional<String> override(String path) {
        String name = variable(path);
        known.add(name);
        return Optional.ofNullable(variables.get(name));
    }

    /** Reports variables below {@code prefix} that no setting has asked for. */
    void reportUnknown(String prefix, Problems problems) {
        for (String name : new TreeSet<>(variables.keySet())) {
            if (name.startsWith(prefix) && !known.contains(name) && !isOther(name)) {
                String hint =
                        NearestKey.of(name, known)
                                .map(nearest -> "; did you mean " + nearest + "?")
                                .orElse("");
                problems.add(name, "no setting has this variable" + hint);
            }
        }
    }

    private boolean isOther(String name) {
        return OTHER_PREFIXES.stream().anyMatch(name::startsWith)
                || SERVICE_LINK.matcher(name).matches()
                || (name.endsWith("_PORT")
                        && LINK_ADDRESS.matcher(variables.getOrDefault(name, "")).matches());
    }

    /**
     * Puts variables in for {@code ${NAME}} and {@code ${NAME:-default}}; the default counts where
     * the variable is not set or empty. A second dollar before it keeps the text. Empty when a
     * variable is missing, which is a problem.
     */
    Optional<String> expand(String text, String path, Problems problems) {
        Map<String, String> missing = new TreeMap<>();
        String expanded =
                REFERENCE
                        .matcher(text)
                        .replaceAll(found ->
                                Matcher.quoteReplacement(
                                        replacement(
                                                found.group(1),
                                                found.group(2),
                                                found.group(3),
                                                found.group(4),
                                                found.group(),
                                                missing)));
        missing.forEach((_, message) -> problems.add(path, message));
        return missing.isEmpty() ? Optional.of(expanded) : Optional.empty();
    }

    private String replacement(
            String escape,
            String name,
            @Nullable String operator,
            @Nullable String fallback,
            String whole,
            Map<String, String> missing) {
        if (!escape.isEmpty()) {
            return whole.substring(1);
        }
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            missing.put(
                    name,
                    "${%s} is no reference to a variable; write $${ for the text ${"
                            .formatted(name));
            return "";
        }
        String value = variables.get(name);
        if (operator != null && fallback != null) {
            return value == null || value.isEmpty() ? fallback : value;
        }
        if (value == null) {
            missing.put(
                    name,
                    "the variable %s is not set; set it or write ${%s:-default}"
                            .formatted(name, name));
            return "";
        }
        return value;
    }
}
