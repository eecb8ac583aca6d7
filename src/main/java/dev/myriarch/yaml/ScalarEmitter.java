package dev.myriarch.yaml;

import java.util.regex.Pattern;

/** Writes scalars in the style that the Go library chooses. Confined to one call. */
final class ScalarEmitter {
    private static final Pattern BASE_60 =
            Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?");
    private static final String HEX = "0123456789ABCDEF";

    private final YamlOutput out;

    ScalarEmitter(YamlOutput out) {
        this.out = out;
    }

    /** A number, a boolean or null. */
    void bare(String text) {
        out.beginPlain();
        out.ascii(text);
        out.endScalar();
    }

    void text(String text, int indent) {
        text(text, ScalarAnalysis.of(text), indent);
    }

    /** {@code indent} is that of further lines of the text. */
    void text(String text, ScalarAnalysis analysis, int indent) {
        if (analysis.newline()) {
            if (analysis.literal()) {
                literal(text, indent);
            } else {
                doubleQuoted(text);
            }
        } else if (!staysText(text)) {
            doubleQuoted(text);
        } else if (analysis.plain()) {
            plain(text);
        } else if (analysis.singleQuoted()) {
            singleQuoted(text, indent);
        } else {
            doubleQuoted(text);
        }
    }

    /** Whether readers of YAML 1.1 and 1.2 take the text for a text without quotes. */
    private static boolean staysText(String text) {
        return PlainScalar.resolve(text).tag() == PlainScalar.Tag.TEXT
                && !isOldBoolean(text)
                && !isBase60(text);
    }

    private static boolean isOldBoolean(String text) {
        return switch (text) {
            case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON" -> true;
            case "n", "N", "no", "No", "NO", "off", "Off", "OFF" -> true;
            default -> false;
        };
    }

    private static boolean isBase60(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        boolean number = first == '-' || first == '+' || (first >= '0' && first <= '9');
        return number && text.indexOf(':') >= 0 && BASE_60.matcher(text).matches();
    }

    private void plain(String text) {
        out.beginPlain();
        for (int i = 0; i < text.length(); i++) {
            out.character(text.charAt(i));
        }
        out.endScalar();
    }

    private void singleQuoted(String text, int indent) {
        out.indicator('\'', true, false);
        boolean breaks = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (ScalarAnalysis.isBreak(c)) {
                out.otherBreak(c);
                breaks = true;
                continue;
            }
            if (breaks) {
                out.indent(indent);
                breaks = false;
            }
            if (c == '\'') {
                out.ascii('\'');
            }
            out.content(c);
        }
        out.ascii('\'');
        out.endScalar();
    }

    private void literal(String text, int indent) {
        out.indicator('|', true, false);
        char first = text.charAt(0);
        if (first == ' ' || ScalarAnalysis.isBreak(first)) {
            out.indicator('2', false, false);
        }
        chomping(text);
        out.beginLiteral();
        boolean breaks = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                out.lineBreak();
                breaks = true;
            } else if (ScalarAnalysis.isBreak(c)) {
                out.otherBreak(c);
                breaks = true;
            } else {
                if (breaks) {
                    out.indent(indent);
                    breaks = false;
                }
                out.content(c);
            }
        }
    }

    /** {@code -} without a final break, {@code +} with several or with nothing else. */
    private void chomping(String text) {
        int last = text.length() - 1;
        if (!ScalarAnalysis.isBreak(text.charAt(last))) {
            out.indicator('-', false, false);
        } else if (last == 0 || ScalarAnalysis.isBreak(text.charAt(last - 1))) {
            out.indicator('+', false, false);
        }
    }

    private void doubleQuoted(String text) {
        out.indicator('"', true, false);
        // A text that starts with a byte order mark is escaped from end to end.
        boolean everything = text.startsWith("\uFEFF");
        int position = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            boolean escaped =
                    everything
                            || c == '"'
                            || c == '\\'
                            || !ScalarAnalysis.isPrintable(c)
                            || ScalarAnalysis.isBreak(c);
            if (escaped) {
                int codePoint = codePointAt(text, position);
                escape(codePoint);
                position += Character.charCount(codePoint);
            } else {
                out.character(c);
                position++;
            }
        }
        out.ascii('"');
        out.endScalar();
    }

    private static int codePointAt(String text, int position) {
        int codePoint = text.codePointAt(position);
        if (codePoint >= 0xD800 && codePoint <= 0xDFFF) {
            throw new IllegalArgumentException(
                    "a text holds half of a surrogate pair, which is no Unicode text");
        }
        return codePoint;
    }

    private void escape(int c) {
        out.ascii('\\');
        switch (c) {
            case 0x00 -> out.ascii('0');
            case 0x07 -> out.ascii('a');
            case 0x08 -> out.ascii('b');
            case 0x09 -> out.ascii('t');
            case 0x0A -> out.ascii('n');
            case 0x0B -> out.ascii('v');
            case 0x0C -> out.ascii('f');
            case 0x0D -> out.ascii('r');
            case 0x1B -> out.ascii('e');
            case '"' -> out.ascii('"');
            case '\\' -> out.ascii('\\');
            case 0x85 -> out.ascii('N');
            case 0xA0 -> out.ascii('_');
            case 0x2028 -> out.ascii('L');
            case 0x2029 -> out.ascii('P');
            default -> hex(c);
        }
    }

    private void hex(int c) {
        int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
        out.ascii(digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            out.ascii(HEX.charAt((c >> shift) & 0xF));
        }
    }
}
