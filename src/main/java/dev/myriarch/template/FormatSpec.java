package dev.myriarch.template;

/**
 * One verb of {@code printf} with its flags.
 *
 * @param width at least this many characters; -1 without
 * @param precision -1 without
 * @param verb the character that ends it
 */
record FormatSpec(
        boolean plus,
        boolean minus,
        boolean sharp,
        boolean space,
        boolean zero,
        int width,
        int precision,
        int verb) {
    static final int NONE = -1;

    boolean hasWidth() {
        return width != NONE;
    }

    boolean hasPrecision() {
        return precision != NONE;
    }

    /** Whether zeros fill the width on the left. */
    boolean padsWithZeros() {
        return zero && !minus;
    }

    /** With {@code %v} plus and sharp mean something else; for scalars sharp quotes strings. */
    FormatSpec forValue(boolean quotes) {
        return new FormatSpec(
                false, minus, false, space, zero, width, precision, quotes ? 'q' : 'v');
    }

    /** The text filled up to the width, with zeros or spaces. */
    String pad(String text) {
        return pad(text, padsWithZeros());
    }

    /** The text filled up to the width with spaces. */
    String padWithSpaces(String text) {
        return pad(text, false);
    }

    private String pad(String text, boolean zeros) {
        int missing = width - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        String padding = (zeros ? "0" : " ").repeat(missing);
        return minus ? text + padding : padding + text;
    }
}
