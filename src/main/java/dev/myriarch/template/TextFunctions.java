package dev.myriarch.template;

import dev.myriarch.base.Value;
import dev.myriarch.template.TemplateFunction.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Functions on strings. What they work on is the last argument, so that pipelines read well. */
final class TextFunctions {
    private TextFunctions() {}

    static List<TemplateFunction> all() {
        return List.of(
                Functions.fixed("upper", 1, a -> map(a.text(0), Character::toUpperCase)),
                Functions.fixed("lower", 1, a -> map(a.text(0), Character::toLowerCase)),
                Functions.fixed("trim", 1, a -> Value.of(trim(a.text(0)))),
                Functions.fixed("trimPrefix", 2, a -> trimPrefix(a.text(0), a.text(1))),
                Functions.fixed("trimSuffix", 2, a -> trimSuffix(a.text(0), a.text(1))),
                Functions.fixed("replace", 3, a -> replace(a.text(0), a.text(1), a.text(2))),
                Functions.fixed("contains", 2, a -> Value.of(a.text(1).contains(a.text(0)))),
                Functions.fixed("hasPrefix", 2, a -> Value.of(a.text(1).startsWith(a.text(0)))),
                Functions.fixed("hasSuffix", 2, a -> Value.of(a.text(1).endsWith(a.text(0)))),
                Functions.fixed("join", 2, TextFunctions::join),
                new TemplateFunction("split", 2, 2, Kind.BUILDS, a -> split(a.text(0), a.text(1))));
    }

    /** Maps code point by code point, as Go does: {@code ß} has no upper case. */
    private static Value map(String text, IntUnaryOperator mapping) throws TemplateException {
        TextBuilder mapped = new TextBuilder();
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            mapped.append(mapping.applyAsInt(character));
            i += Character.charCount(character);
        }
        return Value.of(mapped.toString());
    }

    /** Without the Unicode white space around it. */
    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Go's {@code unicode.IsSpace}; Java's own tests leave out some of them. */
    private static boolean isSpace(char character) {
        return switch (character) {
            case '\t', '\n', 0x0b, '\f', '\r', ' ', 0x85, 0xa0, 0x1680 -> true;
            case 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true;
            default -> character >= 0x2000 && character <= 0x200a;
        };
    }

    private static Value trimPrefix(String prefix, String text) {
        return Value.of(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
    }

    private static Value trimSuffix(String suffix, String text) {
        return Value.of(
                text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text);
    }

    /** Replaces every {@code old}; an empty one is found before every character and at the end. */
    private static Value replace(String old, String replacement, String text)
            throws TemplateException {
        TextBuilder replaced = new TextBuilder();
        int position = 0;
        if (old.isEmpty()) {
            replaced.append(replacement);
            while (position < text.length()) {
                int character = text.codePointAt(position);
                replaced.append(character).append(replacement);
                position += Character.charCount(character);
            }
            return Value.of(replaced.toString());
        }
        for (int found = text.indexOf(old); found >= 0; found = text.indexOf(old, position)) {
            replaced.append(text.substring(position, found)).append(replacement);
            position = found + old.length();
        }
        return Value.of(replaced.append(text.substring(position)).toString());
    }

    private static Value join(Arguments arguments) throws TemplateException {
        String separator = arguments.text(0);
        TextBuilder joined = new TextBuilder();
        String before = "";
        for (Value element : arguments.list(1)) {
            joined.append(before).append(Scalars.text(element));
            before = separator;
        }
        return Value.of(joined.toString());
    }

    /** Splits at every separator; an empty one splits into characters. */
    private static Value split(String separator, String text) throws TemplateException {
        List<Value> parts = new ArrayList<>();
        int position = 0;
        if (separator.isEmpty()) {
            while (position < text.length()) {
                int next = text.offsetByCodePoints(position, 1);
                add(parts, text.substring(position, next));
                position = next;
            }
            return new Value.Sequence(parts);
        }
        int found = text.indexOf(separator);
        while (found >= 0) {
            add(parts, text.substring(position, found));
            position = found + separator.length();
            found = text.indexOf(separator, position);
        }
        add(parts, text.substring(position));
        return new Value.Sequence(parts);
    }

    private static void add(List<Value> parts, String part) throws TemplateException {
        CollectionFunctions.checkSize(parts.size() + 1);
        parts.add(Value.of(part));
    }
}
