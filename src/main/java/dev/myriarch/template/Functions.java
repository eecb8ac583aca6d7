package dev.myriarch.template;

import dev.myriarch.template.TemplateFunction.Body;
import dev.myriarch.template.TemplateFunction.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every function of the language by its name. */
final class Functions {
    private static final Map<String, TemplateFunction> ALL = all();

    private Functions() {}

    static @Nullable TemplateFunction find(String name) {
        return ALL.get(name);
    }

    static Set<String> names() {
        return ALL.keySet();
    }

    private static Map<String, TemplateFunction> all() {
        List<TemplateFunction> functions = new ArrayList<>();
        functions.addAll(LogicFunctions.all());
        functions.addAll(DataFunctions.all());
        functions.addAll(TextFunctions.all());
        functions.addAll(CollectionFunctions.all());
        functions.addAll(NumberFunctions.all());
        functions.addAll(PrintFunctions.all());
        Map<String, TemplateFunction> byName = new TreeMap<>();
        for (TemplateFunction function : functions) {
            byName.put(function.name(), function);
        }
        return Map.copyOf(byName);
    }

    /** A function with a fixed number of arguments. */
    static TemplateFunction fixed(String name, int count, Body body) {
        return new TemplateFunction(name, count, count, Kind.SELECTS, body);
    }

    /** A function with {@code minimum} or more arguments. */
    static TemplateFunction variadic(String name, int minimum, Body body) {
        return new TemplateFunction(name, minimum, TemplateFunction.ANY, Kind.SELECTS, body);
    }
}
