package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.math.BigInteger;
import java.util.List;

/**
 * The arguments of one call, with the checks that functions share.
 *
 * @param data where attributes and parameters are looked up
 */
record Arguments(List<Value> values, DataView data) {
    int count() {
        return values.size();
    }

    Value get(int index) {
        return values.get(index);
    }

    Value last() {
        return values.getLast();
    }

    /** A string of at most {@link TemplateLimits#TEXT_BYTES}. */
    String text(int index) throws TemplateException {
        if (values.get(index) instanceof Value.Text(String text)) {
            if (text.length() > TemplateLimits.TEXT_BYTES
                    || Utf8.length(text) > TemplateLimits.TEXT_BYTES) {
                throw TextBuilder.tooLong();
            }
            return text;
        }
        throw mismatch(index, "a string");
    }

    /** An integer of 64 bits; floats are not converted. */
    long integer(int index) throws TemplateException {
        if (values.get(index) instanceof Value.Int(BigInteger number)) {
            if (number.bitLength() >= Long.SIZE) {
                throw new TemplateException(
                        "argument %d does not fit in 64 bits".formatted(index + 1));
            }
            return number.longValue();
        }
        throw mismatch(index, "an integer");
    }

    List<Value> list(int index) throws TemplateException {
        if (values.get(index) instanceof Value.Sequence(List<Value> elements)) {
            return elements;
        }
        throw mismatch(index, "a list");
    }

    TemplateException mismatch(int index, String wanted) {
        return new TemplateException(
                "argument %d must be %s, not %s"
                        .formatted(index + 1, wanted, values.get(index).typeName()));
    }
}
