package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.List;

/** Attributes and parameters, and values for those that are missing. */
final class DataFunctions {
    private DataFunctions() {}

    static List<TemplateFunction> all() {
        return List.of(
                Functions.fixed("attr", 1, DataFunctions::attribute),
                Functions.fixed("attrOr", 2, DataFunctions::attributeOr),
                Functions.fixed(
                        "hasAttr",
                        1,
                        a -> Value.of(a.data().data().attributes().containsKey(a.text(0)))),
                Functions.fixed("param", 1, DataFunctions::parameter),
                Functions.fixed("default", 2, a -> Scalars.isTrue(a.get(1)) ? a.get(1) : a.get(0)),
                Functions.fixed("required", 2, DataFunctions::required));
    }

    private static Value attribute(Arguments arguments) throws TemplateException {
        String key = arguments.text(0);
        String attribute = arguments.data().data().attributes().get(key);
        if (attribute == null) {
            throw new TemplateException(
                    "the agent has no attribute "
                            + Messages.quote(key)
                            + ": use attrOr for one that may be missing");
        }
        return Value.of(attribute);
    }

    private static Value attributeOr(Arguments arguments) throws TemplateException {
        String fallback = arguments.text(1);
        String attribute = arguments.data().data().attributes().get(arguments.text(0));
        return Value.of(attribute == null ? fallback : attribute);
    }

    private static Value parameter(Arguments arguments) throws TemplateException {
        String name = arguments.text(0);
        Value value = arguments.data().data().params().entries().get(name);
        if (value == null) {
            throw new TemplateException("there is no parameter " + Messages.quote(name));
        }
        return value;
    }

    private static Value required(Arguments arguments) throws TemplateException {
        String message = arguments.text(0);
        Value value = arguments.get(1);
        boolean missing =
                value instanceof Value.Null
                        || (value instanceof Value.Text(String text) && text.isEmpty());
        if (missing) {
            throw new TemplateException(Messages.cut(message, TemplateLimits.REQUIRED_CHARACTERS));
        }
        return value;
    }
}
