package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Data that the tests of this package share, and short ways to evaluate. */
final class Data {
    static final Map<String, String> ATTRIBUTES =
            Map.of("site.id", "0042", "os.type", "linux", "blank", "");
    static final Map<String, String> LABELS = Map.of("team", "core");

    private Data() {}

    /** The usual data with these parameters: name, value, name, value. */
    static TemplateData with(Object... parameters) {
        Map<String, Value> params = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            params.put((String) parameters[i], (Value) parameters[i + 1]);
        }
        return new TemplateData(
                new Value.Mapping(params), "agent-1", ATTRIBUTES, "hosts", LABELS, "linux-host");
    }

    static Value list(Value... elements) {
        return new Value.Sequence(List.of(elements));
    }

    static Value evaluate(String template, Object... parameters) throws TemplateException {
        return Template.parse(template).evaluate(with(parameters));
    }

    static String text(String template, Object... parameters) throws TemplateException {
        return Template.parse(template).interpolate(with(parameters));
    }

    /** The message with which parsing or evaluating fails. */
    static String failure(String template, Object... parameters) {
        try {
            Value value = evaluate(template, parameters);
            throw new AssertionError("accepted with " + value.typeName() + ": " + template);
        } catch (TemplateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** The message with which parsing fails. */
    static String refusal(String template) {
        try {
            Template.parse(template);
            throw new AssertionError("parsed: " + template);
        } catch (TemplateException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
