package dev.myriarch.template;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.Value;

/** Text and truth of values as Go has them. */
final class Scalars {
    private static final int BITS_PER_DIGIT = 3;

    private Scalars() {}

    /** The text of a string, number or boolean as Go's {@code %v} prints it. */
    static String text(Value value) throws TemplateException {
        return switch (value) {
            case Value.Text(String text) -> text;
            case Value.Bool(boolean truth) -> truth ? "true" : "false";
            case Value.Decimal(double number) -> GoFloat.shortest(number);
            case Value.Int number -> integer(number);
            case Value.Null _ ->
                    throw new TemplateException(
                            "null cannot become text: give it a value with default, or use str");
            case Value.Sequence _, Value.Mapping _ ->
                    throw new TemplateException(
                            "a "
                                    + value.typeName()
                                    + " cannot become text: convert it with join, toJson or str");
        };
    }

    static String integer(Value.Int number) throws TemplateException {
        if (number.value().bitLength() / BITS_PER_DIGIT > TemplateLimits.TEXT_BYTES) {
            throw TextBuilder.tooLong();
        }
        return number.value().toString();
    }

    /** False for null, false, zero and everything empty. */
    static boolean isTrue(Value value) {
        return switch (value) {
            case Value.Text(String text) -> !text.isEmpty();
            case Value.Bool(boolean truth) -> truth;
            case Value.Decimal(double number) -> number != 0;
            case Value.Int number -> number.value().signum() != 0;
            case Value.Null _ -> false;
            case Value.Sequence list -> !list.elements().isEmpty();
            case Value.Mapping map -> !map.entries().isEmpty();
        };
    }
}
