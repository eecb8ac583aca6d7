package dev.myriarch.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * The escapes {@code \L} and {@code \P} of double-quoted scalars (YAML 1.2.2 section 5.7), which
 * snakeyaml-engine 3.2 does not know. The canonical form uses them.
 */
final class LineSeparatorEscapes {
    private LineSeparatorEscapes() {}

    /** The text with the escape at which the parser failed written in another way. */
    static Optional<String> repair(String text, YamlException failure) {
        if (!(failure.getCause() instanceof MarkedYamlEngineException cause)
                || !String.valueOf(cause.getProblem()).contains("unknown escape character")) {
            return Optional.empty();
        }
        return cause.getProblemMark().map(Mark::getIndex).flatMap(index -> replace(text, index));
    }

    private static Optional<String> replace(String text, int codePointIndex) {
        int offset = text.offsetByCodePoints(0, codePointIndex);
        boolean escape = offset > 0 && offset < text.length() && text.charAt(offset - 1) == '\\';
        if (!escape) {
            return Optional.empty();
        }
        return switch (text.charAt(offset)) {
            case 'L' -> Optional.of(replaced(text, offset, "u2028"));
            case 'P' -> Optional.of(replaced(text, offset, "u2029"));
            default -> Optional.empty();
        };
    }

    private static String replaced(String text, int offset, String escape) {
        return text.substring(0, offset) + escape + text.substring(offset + 1);
    }
}
