package dev.myriarch.template;

import dev.myriarch.base.Value;
import dev.myriarch.template.TemplateFunction.Kind;
import java.util.List;

/** {@code and or not eq ne lt le gt ge} as Go has them. */
final class LogicFunctions {
    private LogicFunctions() {}

    static List<TemplateFunction> all() {
        return List.of(
                new TemplateFunction(
                        "and", 1, TemplateFunction.ANY, Kind.AND, LogicFunctions::evaluatedApart),
                new TemplateFunction(
                        "or", 1, TemplateFunction.ANY, Kind.OR, LogicFunctions::evaluatedApart),
                Functions.fixed("not", 1, a -> Value.of(!Scalars.isTrue(a.get(0)))),
                Functions.variadic("eq", 2, a -> Value.of(equalsAny(a))),
                Functions.fixed("ne", 2, a -> Value.of(!equal(a.get(0), a.get(1)))),
                Functions.fixed("lt", 2, a -> Value.of(less(a))),
                Functions.fixed("le", 2, a -> Value.of(lessOrEqual(a))),
                // Like this in Go; it matters for NaN, which is greater than everything.
                Functions.fixed("gt", 2, a -> Value.of(!lessOrEqual(a))),
                Functions.fixed("ge", 2, a -> Value.of(!less(a))));
    }

    private static Value evaluatedApart(Arguments arguments) {
        throw new IllegalStateException("and, or are evaluated argument by argument");
    }

    private static boolean equalsAny(Arguments arguments) throws TemplateException {
        for (Value other : arguments.values().subList(1, arguments.count())) {
            if (equal(arguments.get(0), other)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equal(Value left, Value right) throws TemplateException {
        if (left instanceof Value.Null || right instanceof Value.Null) {
            return left instanceof Value.Null && right instanceof Value.Null;
        }
        if (left instanceof Value.Text(String a) && right instanceof Value.Text(String b)) {
            return a.equals(b);
        }
        if (left instanceof Value.Int a && right instanceof Value.Int b) {
            return a.value().equals(b.value());
        }
        if (left instanceof Value.Decimal(double a) && right instanceof Value.Decimal(double b)) {
            return a == b;
        }
        if (left instanceof Value.Bool(boolean a) && right instanceof Value.Bool(boolean b)) {
            return a == b;
        }
        throw incomparable(left, right);
    }

    private static boolean less(Arguments arguments) throws TemplateException {
        Value left = arguments.get(0);
        Value right = arguments.get(1);
        if (left instanceof Value.Text(String a) && right instanceof Value.Text(String b)) {
            return Utf8.compare(a, b) < 0;
        }
        if (left instanceof Value.Int a && right instanceof Value.Int b) {
            return a.value().compareTo(b.value()) < 0;
        }
        if (left instanceof Value.Decimal(double a) && right instanceof Value.Decimal(double b)) {
            return a < b;
        }
        throw incomparable(left, right);
    }

    private static boolean lessOrEqual(Arguments arguments) throws TemplateException {
        return less(arguments) || equal(arguments.get(0), arguments.get(1));
    }

    private static TemplateException incomparable(Value left, Value right) {
        return new TemplateException(
                "cannot compare %s with %s: convert with int, float or str"
                        .formatted(left.typeName(), right.typeName()));
    }
}
