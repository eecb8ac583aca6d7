package dev.myriarch.blueprint;

import dev.myriarch.base.GoFloat;
import dev.myriarch.base.SecretNames;
import dev.myriarch.base.Value;
import java.util.regex.Pattern;

/** Values as an explanation shows them: short, and without secrets. */
final class LeafText {
    private static final int LENGTH = 200;

    /** The collector resolves these on its host. */
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]{0,1000}\\}");

    private static final Pattern SECRET_FORM =
            Pattern.compile(
                    "-----BEGIN |://[^/\\s@]+@|(?i:\\b(?:bearer|basic)\\s+[a-z0-9+/._~-])"
                            + "|(?i:\\b(?:token|password|passwd|secret|api[_-]?key|sig)=[^&\\s])");

    /** What is left of {@code Bearer ${env:TOKEN}} without its reference. */
    private static final Pattern SCHEME = Pattern.compile("(?i)(?:bearer|basic|token)?\\s*");

    private LeafText() {}

    /**
     * @param secret whether the place of the value says that it is a secret
     */
    static String of(Value value, boolean secret) {
        return switch (value) {
            case Value.Text(String text) -> text(text, secret);
            case Value.Int(var number) -> secret ? Provenance.REDACTED : number.toString();
            case Value.Decimal(double number) ->
                    secret ? Provenance.REDACTED : GoFloat.shortest(number);
            case Value.Bool(boolean flag) -> Boolean.toString(flag);
            case Value.Null _ -> "null";
            case Value.Sequence(var elements) ->
                    elements.isEmpty() ? "[]" : "a list of %d".formatted(elements.size());
            case Value.Mapping(var entries) ->
                    entries.isEmpty() ? "{}" : "a map of %d".formatted(entries.size());
        };
    }

    private static String text(String text, boolean secret) {
        String known = REFERENCE.matcher(text).replaceAll("");
        boolean hidden =
                secret
                        ? !SecretNames.isHarmlessValue(text) && !SCHEME.matcher(known).matches()
                        : SECRET_FORM.matcher(known).find();
        if (hidden) {
            return Provenance.REDACTED;
        }
        String clean = text.replaceAll("\\p{Cntrl}", " ");
        return clean.length() <= LENGTH ? clean : clean.substring(0, LENGTH) + "…";
    }
}
