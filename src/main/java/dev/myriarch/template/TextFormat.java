package dev.myriarch.template;

import java.nio.charset.StandardCharsets;

/** The verbs {@code s q x X v} of {@code printf} for strings. */
final class TextFormat {
    private TextFormat() {}

    static String format(String text, FormatSpec spec) throws TemplateException {
        if (Utf8.length(text) > TemplateLimits.TEXT_BYTES) {
            throw TextBuilder.tooLong();
        }
        return switch (spec.verb()) {
            case 'x' -> hex(text, "0x", "0123456789abcdef", spec);
            case 'X' -> hex(text, "0X", "0123456789ABCDEF", spec);
            case 'q' -> spec.pad(quote(truncate(text, spec), spec));
            default -> spec.pad(truncate(text, spec));
        };
    }

    /** At most as many characters as the precision says. */
    private static String truncate(String text, FormatSpec spec) {
        if (!spec.hasPrecision() || text.length() <= spec.precision()) {
            return text;
        }
        int characters = Math.min(spec.precision(), text.codePointCount(0, text.length()));
        return text.substring(0, text.offsetByCodePoints(0, characters));
    }

    private static String quote(String text, FormatSpec spec) throws TemplateException {
        return spec.sharp() && GoQuote.canBackquote(text)
                ? '`' + text + '`'
                : GoQuote.text(text, spec.plus());
    }

    private static String hex(String text, String prefix, String digits, FormatSpec spec)
            throws TemplateException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = spec.hasPrecision() ? Math.min(spec.precision(), bytes.length) : bytes.length;
        TextBuilder hex = new TextBuilder();
        for (int i = 0; i < length; i++) {
            if (spec.space() && i > 0) {
                hex.append(' ');
            }
            if (spec.sharp() && (spec.space() || i == 0)) {
                hex.append(prefix);
            }
            hex.append(digits.charAt((bytes[i] >> 4) & 15)).append(digits.charAt(bytes[i] & 15));
        }
        return spec.pad(hex.toString());
    }
}
