package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Functions that turn values into text: {@code print println printf urlquery str toJson}. */
final class PrintFunctions {
    private static final String HEX = "0123456789ABCDEF";

    private PrintFunctions() {}

    static List<TemplateFunction> all() {
        return List.of(
                Functions.variadic("print", 0, a -> Value.of(print(a))),
                Functions.variadic("println", 0, PrintFunctions::println),
                Functions.variadic("printf", 1, PrintFunctions::printf),
                Functions.variadic("urlquery", 0, a -> Value.of(escapeQuery(print(a)))),
                Functions.fixed("str", 1, a -> Value.of(toText(a.get(0)))),
                Functions.fixed("toJson", 1, a -> Value.of(JsonText.of(a.get(0)))));
    }

    /** {@code fmt.Sprint}: a space only between two operands that are both not strings. */
    private static String print(Arguments arguments) throws TemplateException {
        TextBuilder printed = new TextBuilder();
        boolean afterString = true;
        for (Value value : arguments.values()) {
            boolean string = value instanceof Value.Text;
            if (!afterString && !string) {
                printed.append(' ');
            }
            printed.append(Scalars.text(value));
            afterString = string;
        }
        return printed.toString();
    }

    /** {@code fmt.Sprintln}: a space between all operands and a line feed at the end. */
    private static Value println(Arguments arguments) throws TemplateException {
        TextBuilder printed = new TextBuilder();
        String before = "";
        for (Value value : arguments.values()) {
            printed.append(before).append(Scalars.text(value));
            before = " ";
        }
        return Value.of(printed.append('\n').toString());
    }

    private static Value printf(Arguments arguments) throws TemplateException {
        List<Value> operands = arguments.values().subList(1, arguments.count());
        return Value.of(new Printf(arguments.text(0), operands).format());
    }

    /** {@code url.QueryEscape}. */
    private static String escapeQuery(String text) throws TemplateException {
        TextBuilder escaped = new TextBuilder();
        for (byte unsigned : text.getBytes(StandardCharsets.UTF_8)) {
            int octet = Byte.toUnsignedInt(unsigned);
            if (isUnreserved(octet)) {
                escaped.append(octet);
            } else if (octet == ' ') {
                escaped.append('+');
            } else {
                escaped.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
            }
        }
        return escaped.toString();
    }

    private static boolean isUnreserved(int octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || "-_.~".indexOf(octet) >= 0;
    }

    private static String toText(Value value) throws TemplateException {
        return switch (value) {
            case Value.Null _ -> "";
            case Value.Sequence _, Value.Mapping _ -> JsonText.of(value);
            case Value.Text _, Value.Int _, Value.Decimal _, Value.Bool _ -> Scalars.text(value);
        };
    }
}
