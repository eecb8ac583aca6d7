package dev.myriarch.blueprint;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** A pattern from the repository, in RE2 syntax, so that matching takes linear time. */
public final class TextPattern {
    private static final int MAX_LENGTH = 1_000;

    private final Pattern pattern;

    private TextPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * @throws IllegalArgumentException when it is too long or no RE2 pattern; the message says why
     */
    public static TextPattern compile(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a pattern has at most %d characters".formatted(MAX_LENGTH));
        }
        try {
            return new TextPattern(Pattern.compile(text));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("this is no RE2 pattern: " + e.getDescription(), e);
        }
    }

    /** Whether the pattern covers the whole text. */
    boolean matches(String text) {
        return pattern.matches(text);
    }

    /** The pattern as it is written. */
    @Override
    public String toString() {
        return pattern.pattern();
    }
}
