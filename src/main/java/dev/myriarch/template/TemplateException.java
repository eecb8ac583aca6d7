package dev.myriarch.template;

/**
 * A template that cannot be parsed or evaluated. The message is safe to show: it never echoes a
 * value in full. It carries no stack trace, because rendering a fleet may throw it very often.
 */
public final class TemplateException extends Exception {
    private static final int UNKNOWN = -1;

    private final int offset;

    TemplateException(String message, int offset) {
        super(message, null, false, false);
        this.offset = offset;
    }

    /** A failure whose place the caller knows; see {@link #in}. */
    TemplateException(String message) {
        this(message, UNKNOWN);
    }

    /** This failure, or the same with its place when it has none. */
    TemplateException in(String function, int offset) {
        return this.offset == UNKNOWN
                ? new TemplateException(function + ": " + getMessage(), offset)
                : this;
    }

    /** Where in the template text, in UTF-16 code units from its start; -1 where unknown. */
    public int offset() {
        return offset;
    }
}
