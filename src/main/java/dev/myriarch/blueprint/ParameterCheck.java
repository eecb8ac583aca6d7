package dev.myriarch.blueprint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Checks parameters as far as that needs no agent. */
public final class ParameterCheck {
    private ParameterCheck() {}

    /** Defaults that their own declaration refuses. */
    public static List<Finding> declarations(Blueprint blueprint) {
        List<Finding> findings = new ArrayList<>();
        for (Parameter parameter : blueprint.parameters()) {
            parameter
                    .defaultValue()
                    .flatMap(value -> ParameterRules.problem(parameter, value))
                    .ifPresent(problem ->
                            findings.add(
                                    Finding.error(
                                            "invalid_parameter_value",
                                            parameter.origin(),
                                            "the default of parameter %s %s"
                                                    .formatted(parameter.name(), problem))));
        }
        return findings;
    }

    /** Values that a fleet gives: unknown names, and values that the declarations refuse. */
    public static List<Finding> given(Chain chain, Map<String, ParameterValue> values) {
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(values)
                .forEach((name, value) -> {
                    Parameter parameter = chain.parameters().get(name);
                    if (parameter == null) {
                        findings.add(
                                Finding.error(
                                        "unknown_parameter",
                                        value.origin(),
                                        ParameterResolver.unknownText(chain, name)));
                    } else {
                        Optional<String> problem = ParameterRules.problem(parameter, value.value());
                        problem.ifPresent(text ->
                                findings.add(
                                        Finding.error(
                                                "invalid_parameter_value",
                                                value.origin(),
                                                "parameter %s (fleet) %s".formatted(name, text))));
                    }
                });
        return findings;
    }
}
