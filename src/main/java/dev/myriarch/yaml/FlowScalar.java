package dev.myriarch.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Values of plain and quoted scalars over several lines, as go.yaml.in/yaml/v3 folds them: blanks
 * around line ends go; a first line end that is a line feed becomes a space, or nothing before
 * others; the others stay. The parser accepted the scalar. Confined to one scalar.
 */
final class FlowScalar {
    private final String text;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private FlowScalar(String text) {
        this.text = text;
    }

    static String plain(String text) {
        return new FlowScalar(text).folded(false);
    }

    static String singleQuoted(String text) {
        return new FlowScalar(inside(text)).folded(false).replace("''", "'");
    }

    /** In one line, with escapes for what is left of its line ends, the parser reads the rest. */
    static String doubleQuoted(String text) {
        String line = '"' + new FlowScalar(inside(text)).folded(true) + '"';
        for (Event event : new Parse(LoadSettings.builder().build()).parseString(line)) {
            if (event instanceof ScalarEvent scalar) {
                return scalar.getValue();
            }
        }
        throw new IllegalStateException("a quoted text is a scalar");
    }

    private static String inside(String quoted) {
        return quoted.substring(1, quoted.length() - 1);
    }

    private String folded(boolean escapes) {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (escapes && c == '\\' && at + 1 < text.length()) {
                escape();
            } else if (LineEnds.isBlank(c) || LineEnds.isLineEnd(c)) {
                add(fold(false), escapes);
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    private void escape() {
        if (LineEnds.isLineEnd(text.charAt(at + 1))) {
            at = LineEnds.behind(text, at + 1);
            add(fold(true), true);
        } else {
            out.append(text, at, at + 2);
            at += 2;
        }
    }

    private void add(String folded, boolean escapes) {
        out.append(
                escapes
                        ? folded.replace("\n", "\\n")
                                .replace("\u2028", "\\u2028")
                                .replace("\u2029", "\\u2029")
                        : folded);
    }

    /**
     * Blanks and line ends from here on.
     *
     * @param joined whether an escaped line end came before: then there is no first one
     */
    private String fold(boolean joined) {
        int start = at;
        StringBuilder ends = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (LineEnds.isLineEnd(c)) {
                ends.append(LineEnds.inValue(c));
                at = LineEnds.behind(text, at);
            } else if (LineEnds.isBlank(c)) {
                at++;
            } else {
                break;
            }
        }
        if (joined) {
            return ends.toString();
        }
        if (ends.isEmpty()) {
            return text.substring(start, at);
        }
        if (ends.charAt(0) != '\n') {
            return ends.toString();
        }
        return ends.length() == 1 ? " " : ends.substring(1);
    }
}
