package dev.myriarch.blueprint;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Looks over the references that the collector itself resolves: <code>${NAME}</code>, <code>
 * ${env:NAME}</code>, <code>${env:NAME:-default}</code>, <code>${file:path}</code> and so on. A
 * doubled dollar sign escapes.
 */
final class EnvSyntax {
    private static final Set<String> SCHEMES = Set.of("env", "file", "yaml", "http", "https");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):");

    private EnvSyntax() {}

    /** What is odd about {@code text}; empty when nothing is. */
    static Optional<String> problem(String text) {
        int at = 0;
        while (true) {
            int dollar = text.indexOf('$', at);
            if (dollar < 0 || dollar + 1 == text.length()) {
                return Optional.empty();
            }
            char next = text.charAt(dollar + 1);
            if (next != '{') {
                at = dollar + (next == '$' ? 2 : 1);
                continue;
            }
            int end = closing(text, dollar + 2);
            if (end < 0) {
                return Optional.of("a ${ is not closed in " + Quote.of(text));
            }
            Optional<String> problem = reference(text.substring(dollar + 2, end));
            if (problem.isPresent()) {
                return problem;
            }
            at = end + 1;
        }
    }

    private static int closing(String text, int from) {
        int depth = 1;
        for (int at = from; at < text.length(); at++) {
            if (text.startsWith("${", at)) {
                depth++;
            } else if (text.charAt(at) == '}') {
                depth--;
                if (depth == 0) {
                    return at;
                }
            }
        }
        return -1;
    }

    private static Optional<String> reference(String content) {
        var scheme = SCHEME.matcher(content);
        if (!scheme.lookingAt()) {
            return content.contains("${") || NAME.matcher(content).matches()
                    ? Optional.empty()
                    : Optional.of(Quote.of("${" + content + "}") + " names no variable");
        }
        String name = scheme.group(1);
        if (!SCHEMES.contains(name)) {
            return Optional.of(
                    "the collector has no provider for the scheme %s; write $${ for a literal ${"
                            .formatted(Quote.of(name)));
        }
        return name.equals("env") ? variable(content.substring(scheme.end())) : Optional.empty();
    }

    private static Optional<String> variable(String content) {
        int fallback = content.indexOf(":-");
        String variable = fallback < 0 ? content : content.substring(0, fallback);
        return variable.contains("${") || NAME.matcher(variable).matches()
                ? Optional.empty()
                : Optional.of(Quote.of(variable) + " is no name of an environment variable");
    }
}
