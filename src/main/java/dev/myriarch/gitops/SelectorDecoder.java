package dev.myriarch.gitops;

import dev.myriarch.base.Glob;
import dev.myriarch.domain.Selector;
import dev.myriarch.domain.Selector.Condition;
import dev.myriarch.domain.Selector.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads selectors. */
final class SelectorDecoder {
    private SelectorDecoder() {}

    /** A missing selector matches everything. */
    static Selector decode(ObjectView view, Issues issues) {
        List<Condition> conditions = new ArrayList<>();
        for (ObjectView expression : view.objects("matchExpressions")) {
            condition(expression, issues).ifPresent(conditions::add);
        }
        return new Selector(view.textMap("matchAttributes"), conditions);
    }

    private static Optional<Condition> condition(ObjectView view, Issues issues) {
        Operator operator =
                Arrays.stream(Operator.values())
                        .filter(each -> each.text().equals(view.text("operator", "")))
                        .findFirst()
                        .orElseThrow();
        List<String> values = view.texts("values");
        if (operator.takesValues() == values.isEmpty()) {
            issues.error(
                    "invalid_field",
                    view.at("values"),
                    values.isEmpty()
                            ? "%s needs values".formatted(operator.text())
                            : "%s takes no values".formatted(operator.text()));
            return Optional.empty();
        }
        if (operator == Operator.GLOB) {
            for (String pattern : values) {
                if (!Glob.isValid(pattern)) {
                    issues.error(
                            "invalid_field",
                            view.at("values"),
                            "a pattern is malformed; it may hold * ? [a-z] [^a-z] and \\ before a"
                                    + " literal");
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new Condition(view.text("key", ""), operator, values));
    }
}
