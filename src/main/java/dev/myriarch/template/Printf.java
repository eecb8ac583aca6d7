package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.List;

/**
 * Go's {@code fmt.Sprintf} for scalars. What Go would mark with {@code %!} in the text fails here.
 * No {@code *}, no argument indexes, no {@code %T} and {@code %p}.
 */
final class Printf {
    private static final String FLAGS = "+-# 0";

    private final String format;
    private final List<Value> operands;
    private final TextBuilder output = new TextBuilder();
    private int position;
    private int used;

    Printf(String format, List<Value> operands) {
        this.format = format;
        this.operands = operands;
    }

    String format() throws TemplateException {
        while (position < format.length()) {
            int percent = format.indexOf('%', position);
            if (percent < 0) {
                percent = format.length();
            }
            output.append(format.substring(position, percent));
            position = percent + 1;
            if (percent < format.length()) {
                FormatSpec spec = spec();
                output.append(spec.verb() == '%' ? "%" : format(spec));
            }
        }
        if (used < operands.size()) {
            throw new TemplateException(
                    "%d arguments, but the format uses %d".formatted(operands.size(), used));
        }
        return output.toString();
    }

    private FormatSpec spec() throws TemplateException {
        int start = position;
        while (position < format.length() && FLAGS.indexOf(format.charAt(position)) >= 0) {
            position++;
        }
        String flags = format.substring(start, position);
        int width = number();
        int precision = FormatSpec.NONE;
        if (position < format.length() && format.charAt(position) == '.') {
            position++;
            precision = Math.max(number(), 0);
        }
        if (position == format.length()) {
            throw new TemplateException("the format ends inside a verb");
        }
        int verb = format.codePointAt(position);
        position += Character.charCount(verb);
        return new FormatSpec(
                flags.contains("+"),
                flags.contains("-"),
                flags.contains("#"),
                flags.contains(" "),
                flags.contains("0"),
                width,
                precision,
                verb);
    }

    private int number() throws TemplateException {
        int start = position;
        int number = 0;
        while (position < format.length() && isDigit(format.charAt(position))) {
            number = number * 10 + format.charAt(position) - '0';
            position++;
            if (number > TemplateLimits.FORMAT_NUMBER) {
                throw new TemplateException(
                        "widths and precisions go up to " + TemplateLimits.FORMAT_NUMBER);
            }
        }
        return position == start ? FormatSpec.NONE : number;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private String format(FormatSpec spec) throws TemplateException {
        if ("vsqdboxXcUteEfFgG".indexOf(spec.verb()) < 0) {
            throw new TemplateException(
                    "there is no verb " + Messages.quote("%" + Character.toString(spec.verb())));
        }
        if (used == operands.size()) {
            throw new TemplateException("the format has more verbs than arguments");
        }
        Value operand = operands.get(used);
        used++;
        boolean value = spec.verb() == 'v';
        return switch (operand) {
            case Value.Bool(boolean truth) when value || spec.verb() == 't' ->
                    spec.pad(truth ? "true" : "false");
            case Value.Text(String text) when value ->
                    TextFormat.format(text, spec.forValue(spec.sharp()));
            case Value.Text(String text) when "sqxX".indexOf(spec.verb()) >= 0 ->
                    TextFormat.format(text, spec);
            case Value.Int number when value || "dboxXcqU".indexOf(spec.verb()) >= 0 ->
                    IntegerFormat.format(integer(number), value ? spec.forValue(false) : spec);
            case Value.Decimal(double number) when value || "beEfFgGxX".indexOf(spec.verb()) >= 0 ->
                    FloatFormat.format(number, value ? spec.forValue(false) : spec);
            case Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw new TemplateException(
                            operand.typeName() + " cannot become text: convert it with str");
            case Value.Bool _, Value.Text _, Value.Int _, Value.Decimal _ ->
                    throw new TemplateException(
                            "the verb %s does not take %s"
                                    .formatted(
                                            Messages.quote("%" + Character.toString(spec.verb())),
                                            operand.typeName()));
        };
    }

    private static long integer(Value.Int number) throws TemplateException {
        if (number.value().bitLength() >= Long.SIZE) {
            throw new TemplateException("an argument does not fit in 64 bits");
        }
        return number.value().longValue();
    }
}
