package dev.myriarch.template;

import dev.myriarch.base.Value;

/**
 * A function of the language.
 *
 * @param minimum how many arguments it needs
 * @param maximum how many it takes; {@link #ANY} for no bound
 */
record TemplateFunction(String name, int minimum, int maximum, Kind kind, Body body) {
    static final int ANY = Integer.MAX_VALUE;

    enum Kind {
        /** A list or map that it returns is a part of its arguments. */
        SELECTS,
        /** A list or map that it returns is new. */
        BUILDS,
        /** {@code and}: stops at the first false argument. */
        AND,
        /** {@code or}: stops at the first true argument. */
        OR
    }

    /** What the function does. */
    interface Body {
        /** Failures need no place and no name of the function; the caller adds them. */
        Value apply(Arguments arguments) throws TemplateException;
    }

    void checkCount(int count, int offset) throws TemplateException {
        if (count >= minimum && count <= maximum) {
            return;
        }
        String wanted = String.valueOf(minimum);
        if (maximum == ANY) {
            wanted = "at least " + minimum;
        } else if (maximum > minimum) {
            wanted = minimum + " to " + maximum;
        }
        throw new TemplateException(
                "%s: wrong number of arguments: %d instead of %s".formatted(name, count, wanted),
                offset);
    }
}
