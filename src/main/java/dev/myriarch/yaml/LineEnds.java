package dev.myriarch.yaml;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * The line ends of YAML 1.1 that go.yaml.in/yaml/v3 knows, and the parser does not: U+0085, which
 * is a line feed to it, and U+2028 and U+2029, which stay what they are in a value. The parser gets
 * line feeds in their places; the values of scalars that span one of the latter are made here, and
 * that of a block scalar at the end of a file without a last line end, which the parser adds.
 * Immutable.
 */
final class LineEnds {
    private static final char NEXT_LINE = '\u0085';
    private static final char LINE_SEPARATOR = '\u2028';
    private static final char PARAGRAPH_SEPARATOR = '\u2029';

    private final String plain;

    /** Whether the file ends within a line. */
    private final boolean open;

    /** The code points of the file; none when no value needs them. */
    private final int[] source;

    LineEnds(String text) {
        this.plain = plain(text);
        boolean kept = text.indexOf(LINE_SEPARATOR) >= 0 || text.indexOf(PARAGRAPH_SEPARATOR) >= 0;
        this.open = !text.isEmpty() && !isLineEnd(text.charAt(text.length() - 1));
        this.source = kept || open ? text.codePoints().toArray() : new int[0];
    }

    /** The text for the parser: as many code points, in the same places. */
    String plain() {
        return plain;
    }

    private static String plain(String text) {
        StringBuilder out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            if (isForeign(out.charAt(i))) {
                out.setCharAt(i, '\n');
                // Line ends of their own, and not the two characters of one.
                for (int before = i - 1; before >= 0 && out.charAt(before) == '\r'; before--) {
                    out.setCharAt(before, '\n');
                }
            }
        }
        return out.toString();
    }

    private static boolean isForeign(char c) {
        return c == NEXT_LINE || isKept(c);
    }

    private static boolean isKept(int c) {
        return c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR;
    }

    static boolean isLineEnd(int c) {
        return c == '\n' || c == '\r' || c == NEXT_LINE || isKept(c);
    }

    /**
     * The value of a scalar.
     *
     * @param parsed what the parser made of it
     */
    String value(ScalarEvent event, String parsed) {
        int start = index(event.getStartMark().orElse(null), 0);
        int end = index(event.getEndMark().orElse(null), start);
        boolean last = open && end == source.length && isBlock(event);
        if (!last && Arrays.stream(source, Math.min(start, end), end).noneMatch(LineEnds::isKept)) {
            return parsed;
        }
        ScalarSource scalar = ScalarSource.of(source, start, end);
        return switch (event.getScalarStyle()) {
            case PLAIN, JSON_SCALAR_STYLE -> FlowScalar.plain(scalar.text());
            case SINGLE_QUOTED -> FlowScalar.singleQuoted(scalar.text());
            case DOUBLE_QUOTED -> FlowScalar.doubleQuoted(scalar.text());
            case LITERAL -> new BlockScalar(scalar.text(), parsed).literal();
            case FOLDED -> new BlockScalar(scalar.text(), parsed).folded();
        };
    }

    private static boolean isBlock(ScalarEvent event) {
        return event.getScalarStyle() == ScalarStyle.LITERAL
                || event.getScalarStyle() == ScalarStyle.FOLDED;
    }

    private int index(@Nullable Mark mark, int otherwise) {
        return mark == null ? otherwise : Math.min(mark.getIndex(), source.length);
    }

    /** A scalar in the file, behind its anchor and its tag. */
    private record ScalarSource(String text) {
        static ScalarSource of(int[] source, int start, int end) {
            int at = start;
            while (at < end && (source[at] == '&' || source[at] == '!')) {
                while (at < end && !isBlank(source[at]) && !isLineEnd(source[at])) {
                    at++;
                }
                at = skipSeparation(source, at, end);
            }
            return new ScalarSource(new String(source, at, end - at));
        }

        private static int skipSeparation(int[] source, int from, int end) {
            int at = from;
            while (at < end && (isBlank(source[at]) || isLineEnd(source[at]))) {
                at++;
                if (at < end && source[at] == '#') {
                    while (at < end && !isLineEnd(source[at])) {
                        at++;
                    }
                }
            }
            return at;
        }
    }

    static boolean isBlank(int c) {
        return c == ' ' || c == '\t';
    }

    /** The index behind the line end at {@code at}. */
    static int behind(String text, int at) {
        boolean two =
                text.charAt(at) == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
        return two ? at + 2 : at + 1;
    }

    /** What a line end is in a value. */
    static char inValue(char lineEnd) {
        return isKept(lineEnd) ? lineEnd : '\n';
    }
}
