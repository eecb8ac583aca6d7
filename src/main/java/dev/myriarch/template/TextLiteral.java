package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Quoted texts and characters in template text, with the escapes of Go. */
final class TextLiteral {
    private final Token token;
    private final String text;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int position = 1;

    private TextLiteral(Token token) {
        this.token = token;
        this.text = token.text();
    }

    /** {@code "text"} with escapes or {@code `raw text`}. */
    static Value text(Token token) throws TemplateException {
        String text = token.text();
        String inner = text.substring(1, text.length() - 1);
        if (text.charAt(0) == '`') {
            return Value.of(inner.replace("\r", ""));
        }
        return Value.of(inner.indexOf('\\') < 0 ? inner : new TextLiteral(token).unescape());
    }

    /** {@code 'x'}: the code point as an integer. */
    static Value character(Token token) throws TemplateException {
        TextLiteral literal = new TextLiteral(token);
        int end = token.text().length() - 1;
        if (end > 1) {
            int character = literal.next('\'');
            if (literal.position == end) {
                return Value.of(character);
            }
        }
        throw literal.error("not one character: ");
    }

    private String unescape() throws TemplateException {
        int end = text.length() - 1;
        while (position < end) {
            int start = position;
            int character = next('"');
            boolean isByte =
                    text.charAt(start) == '\\' && "x01234567".indexOf(text.charAt(start + 1)) >= 0;
            if (isByte) {
                bytes.write(character);
            } else {
                bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw error("the escapes make text that is not UTF-8: ");
        }
    }

    /** The next character or the value of the next escape. */
    private int next(char quote) throws TemplateException {
        int character = text.codePointAt(position);
        position += Character.charCount(character);
        if (character != '\\') {
            return character;
        }
        char escape = text.charAt(position);
        position++;
        return switch (escape) {
            case 'a' -> 0x07;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0b;
            case '\\' -> '\\';
            case 'x' -> digits(2, 16, 0xff);
            case 'u' -> codePoint(4);
            case 'U' -> codePoint(8);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                position--;
                yield digits(3, 8, 0xff);
            }
            default -> {
                if (escape != quote) {
                    throw error("unknown escape in ");
                }
                yield quote;
            }
        };
    }

    private int codePoint(int length) throws TemplateException {
        int value = digits(length, 16, Character.MAX_CODE_POINT);
        if (value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE) {
            throw error("not a character in ");
        }
        return value;
    }

    private int digits(int length, int radix, int maximum) throws TemplateException {
        long value = 0;
        for (int i = 0; i < length; i++) {
            int digit = Character.digit(text.charAt(position), radix);
            if (digit < 0 || text.charAt(position) > 'f') {
                throw error("bad escape in ");
            }
            value = value * radix + digit;
            position++;
        }
        if (value > maximum) {
            throw error("bad escape in ");
        }
        return (int) value;
    }

    private TemplateException error(String message) {
        return new TemplateException(message + Messages.quote(text), token.offset());
    }
}
