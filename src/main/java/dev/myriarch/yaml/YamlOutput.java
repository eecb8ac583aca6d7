package dev.myriarch.yaml;

import java.util.Arrays;

/**
 * Growing UTF-8 bytes with the state that decides about white space: the column, whether the last
 * thing written was white space, and whether the line holds nothing but indentation so far.
 */
final class YamlOutput {
    private byte[] bytes = new byte[4096];
    private int size;
    private int column;
    private boolean whitespace = true;
    private boolean indention = true;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Goes to column {@code indent}, on a new line unless the line is empty up to there. */
    void indent(int indent) {
        if (!indention || column > indent || (column == indent && !whitespace)) {
            lineBreak();
        }
        while (column < indent) {
            ascii(' ');
        }
        whitespace = true;
    }

    /**
     * Writes an indicator such as {@code -} or {@code :}.
     *
     * @param apart whether it needs white space before it
     * @param compact whether what follows may stay on this line as if it were indentation
     */
    void indicator(char indicator, boolean apart, boolean compact) {
        if (apart && !whitespace) {
            ascii(' ');
        }
        ascii(indicator);
        whitespace = false;
        indention &= compact;
    }

    /** Called before a scalar that is not introduced by an indicator. */
    void beginPlain() {
        if (!whitespace) {
            ascii(' ');
        }
    }

    void endScalar() {
        whitespace = false;
        indention = false;
    }

    void lineBreak() {
        append('\n');
        column = 0;
        indention = true;
    }

    /** After the header of a literal: the lines that follow need no space before them. */
    void beginLiteral() {
        lineBreak();
        whitespace = true;
    }

    /** A break that is not a newline; the next line starts in column 0. */
    void otherBreak(char c) {
        character(c);
        column = 0;
        indention = true;
    }

    /** Content of a literal or a quoted scalar. */
    void content(char c) {
        character(c);
        indention = false;
    }

    /** One byte. */
    void ascii(char c) {
        append(c);
        column++;
    }

    void ascii(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
        column += text.length();
    }

    /** Any character of the basic plane but surrogates. */
    void character(char c) {
        if (c < 0x80) {
            append(c);
        } else if (c < 0x800) {
            append(0xC0 | c >> 6);
            append(0x80 | (c & 0x3F));
        } else {
            append(0xE0 | c >> 12);
            append(0x80 | ((c >> 6) & 0x3F));
            append(0x80 | (c & 0x3F));
        }
        column++;
    }

    private void append(int octet) {
        ensure(1);
        bytes[size++] = (byte) octet;
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}
