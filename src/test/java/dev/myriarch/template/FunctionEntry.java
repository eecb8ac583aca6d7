package dev.myriarch.template;

import java.util.ArrayList;
import java.util.List;

/**
 * One function on the reference page.
 *
 * @param signature name and arguments in capitals; those in brackets may be left out
 * @param meaning one or more sentences: what it gives, in which bounds
 * @param errors when it fails besides wrong counts, as a sentence; empty when it never does
 * @param examples templates that give a value
 * @param failures templates that fail
 */
record FunctionEntry(
        String signature,
        String meaning,
        String errors,
        List<String> examples,
        List<String> failures) {
    FunctionEntry {
        examples = List.copyOf(examples);
        failures = List.copyOf(failures);
    }

    static FunctionEntry of(String signature, String meaning, String errors) {
        return new FunctionEntry(signature, meaning, errors, List.of(), List.of());
    }

    FunctionEntry gives(String... templates) {
        return new FunctionEntry(signature, meaning, errors, List.of(templates), failures);
    }

    FunctionEntry fails(String... templates) {
        return new FunctionEntry(signature, meaning, errors, examples, List.of(templates));
    }

    String name() {
        return signature.split(" ", 2)[0];
    }

    /** How many arguments it needs, by the signature. */
    int minimum() {
        return count(signature.replaceAll("\\[.*", ""));
    }

    /** How many it takes, by the signature. */
    int maximum() {
        return signature.contains("…") ? TemplateFunction.ANY : count(signature);
    }

    private static int count(String text) {
        List<String> words = new ArrayList<>(List.of(text.replaceAll("[\\[\\]]", " ").split(" +")));
        return words.size() - 1;
    }
}
