package dev.myriarch.yaml;

/**
 * How a text can be written.
 *
 * @param multiline whether it holds a break of any kind
 * @param newline whether it holds a line feed
 * @param plain whether it can stand without quotes, as far as syntax goes
 * @param singleQuoted whether single quotes can hold it
 * @param literal whether a literal block can hold it
 */
record ScalarAnalysis(
        boolean multiline, boolean newline, boolean plain, boolean singleQuoted, boolean literal) {
    private static final ScalarAnalysis EMPTY = new ScalarAnalysis(false, false, true, true, false);
    private static final ScalarAnalysis SIMPLE = new ScalarAnalysis(false, false, true, true, true);

    static ScalarAnalysis of(String text) {
        if (text.isEmpty()) {
            return EMPTY;
        }
        return isSimple(text) ? SIMPLE : new Scan(text).run();
    }

    static boolean isBreak(char c) {
        return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }

    /** Characters outside the basic plane do not count as printable. */
    static boolean isPrintable(char c) {
        return c == '\n'
                || (c >= 0x20 && c <= 0x7E)
                || (c >= 0xA0 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF);
    }

    /** Most texts: letters, digits and harmless signs. */
    private static boolean isSimple(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean harmless =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || c == '_'
                            || c == '/'
                            || (i > 0 && (c == '.' || c == '-'));
            if (!harmless) {
                return false;
            }
        }
        return true;
    }

    /** One pass over a text. */
    private static final class Scan {
        private final String text;
        private boolean indicators;
        private boolean breaks;
        private boolean newline;
        private boolean special;
        private boolean tab;
        private boolean breakThenSpace;
        private boolean spaceThenBreak;

        Scan(String text) {
            this.text = text;
        }

        ScalarAnalysis run() {
            indicators = text.startsWith("---") || text.startsWith("...");
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                indicators |= i == 0 ? isFirstIndicator(c) : isIndicator(c, i);
                if (c == '\t') {
                    tab = true;
                } else if (!isPrintable(c)) {
                    special = true;
                }
                if (c == ' ') {
                    breakThenSpace |= i > 0 && isBreak(text.charAt(i - 1));
                } else if (isBreak(c)) {
                    breaks = true;
                    newline |= c == '\n';
                    spaceThenBreak |= i > 0 && text.charAt(i - 1) == ' ';
                }
            }
            char last = text.charAt(text.length() - 1);
            boolean edge = text.charAt(0) == ' ' || last == ' ';
            boolean quotable = !breakThenSpace && !spaceThenBreak && !tab && !special;
            boolean plain = quotable && !edge && !breaks && !indicators;
            boolean literal = last != ' ' && !spaceThenBreak && !special;
            return new ScalarAnalysis(breaks, newline, plain, quotable, literal);
        }

        private boolean isFirstIndicator(char c) {
            return switch (c) {
                case '#',
                        ',',
                        '[',
                        ']',
                        '{',
                        '}',
                        '&',
                        '*',
                        '!',
                        '|',
                        '>',
                        '\'',
                        '"',
                        '%',
                        '@',
                        '`' ->
                        true;
                case '?', ':', '-' -> isBlankAt(1);
                default -> false;
            };
        }

        private boolean isIndicator(char c, int position) {
            if (c == ':') {
                return isBlankAt(position + 1);
            }
            return c == '#' && isBlankOrBreak(text.charAt(position - 1));
        }

        /** The end of the text counts as a blank. */
        private boolean isBlankAt(int position) {
            return position >= text.length()
                    || text.charAt(position) == ' '
                    || text.charAt(position) == '\t';
        }

        private static boolean isBlankOrBreak(char c) {
            return c == ' ' || c == '\t' || c == 0 || isBreak(c);
        }
    }
}
