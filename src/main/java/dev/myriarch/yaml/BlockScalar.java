package dev.myriarch.yaml;

/**
 * Values of block scalars as go.yaml.in/yaml/v3 reads them: a line end that is no line feed stays
 * and is not folded. The parser accepted the scalar. Confined to one scalar.
 */
final class BlockScalar {
    private final String text;
    private final String header;
    private final int indent;
    private final StringBuilder out = new StringBuilder();

    /** Of the last line with content; empty before the first one, and when the file ends there. */
    private String leading = "";

    private final StringBuilder trailing = new StringBuilder();
    private boolean blankBefore;

    /**
     * @param text from the indicator on
     * @param parsed what the parser made of it, with line feeds
     */
    BlockScalar(String text, String parsed) {
        int end = 0;
        while (end < text.length() && !LineEnds.isLineEnd(text.charAt(end))) {
            end++;
        }
        this.header = text.substring(0, end);
        this.text = end < text.length() ? text.substring(LineEnds.behind(text, end)) : "";
        this.indent =
                parsed.replace("\n", "").isEmpty()
                        ? Integer.MAX_VALUE
                        : Math.max(
                                0, spacesOfTheFirstLine(this.text) - spacesOfTheFirstLine(parsed));
    }

    /** Spaces before the first content. */
    private static int spacesOfTheFirstLine(String text) {
        int spaces = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (LineEnds.isLineEnd(c)) {
                spaces = 0;
            } else if (c == ' ') {
                spaces++;
            } else {
                break;
            }
        }
        return spaces;
    }

    String literal() {
        return read(false);
    }

    String folded() {
        return read(true);
    }

    private String read(boolean folds) {
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && !LineEnds.isLineEnd(text.charAt(end))) {
                end++;
            }
            boolean ended = end < text.length();
            String lineEnd = ended ? String.valueOf(LineEnds.inValue(text.charAt(end))) : "";
            line(text.substring(at, end), lineEnd, folds);
            at = ended ? LineEnds.behind(text, end) : end;
        }
        String indicators = header.substring(1).split("[ \\t#]", 2)[0];
        if (!indicators.contains("-")) {
            out.append(leading);
        }
        if (indicators.contains("+")) {
            out.append(trailing);
        }
        return out.toString();
    }

    private void line(String line, String lineEnd, boolean folds) {
        int spaces = 0;
        while (spaces < indent && spaces < line.length() && line.charAt(spaces) == ' ') {
            spaces++;
        }
        String content = line.substring(spaces);
        if (content.isEmpty()) {
            trailing.append(lineEnd);
            return;
        }
        boolean blank = LineEnds.isBlank(content.charAt(0));
        if (folds && !blankBefore && !blank && leading.equals("\n")) {
            if (trailing.isEmpty()) {
                out.append(' ');
            }
        } else {
            out.append(leading);
        }
        out.append(trailing).append(content);
        trailing.setLength(0);
        leading = lineEnd;
        blankBefore = blank;
    }
}
