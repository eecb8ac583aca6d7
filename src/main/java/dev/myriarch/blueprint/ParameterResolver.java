package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Works out the value of every declared parameter: default, fleet, attribute, inventory, override;
 * the later source wins.
 */
final class ParameterResolver {
    private ParameterResolver() {}

    /**
     * @param values every declared parameter; null for those that nobody gives a value
     * @param given who gave the value and where, for those that have one
     */
    record Resolved(Value.Mapping values, Map<String, Candidate> given, List<Finding> findings) {
        Map<String, ParameterValue.Source> sources() {
            Map<String, ParameterValue.Source> sources = new HashMap<>();
            given.forEach((name, candidate) -> sources.put(name, candidate.source()));
            return sources;
        }
    }

    static Resolved resolve(Chain chain, RenderRequest request) {
        List<Finding> findings = new ArrayList<>(undeclared(chain, request));
        Map<String, Value> values = new LinkedHashMap<>();
        Map<String, Candidate> given = new LinkedHashMap<>();
        for (Parameter parameter : chain.parameters().values()) {
            int before = findings.size();
            Optional<Candidate> winner = winner(parameter, request, findings);
            values.put(parameter.name(), winner.map(Candidate::value).orElse(Value.ofNull()));
            winner.ifPresent(candidate -> given.put(parameter.name(), candidate));
            if (winner.isEmpty() && parameter.required() && findings.size() == before) {
                findings.add(missing(parameter, request));
            }
        }
        return new Resolved(new Value.Mapping(values), given, findings);
    }

    /** A value that a source has, and where it is written. */
    record Candidate(Value value, ParameterValue.Source source, Origin origin) {}

    private static Optional<Candidate> winner(
            Parameter parameter, RenderRequest request, List<Finding> findings) {
        Optional<Candidate> candidate =
                given(parameter, request.overrides(), ParameterValue.Source.OVERRIDE)
                        .or(() ->
                                given(
                                        parameter,
                                        request.agent().parameters(),
                                        ParameterValue.Source.INVENTORY));
        Optional<String> attribute =
                parameter.fromAttribute().map(request.agent().attributes()::get);
        if (candidate.isEmpty() && attribute.isPresent()) {
            candidate = fromAttribute(parameter, attribute.get(), findings);
            if (candidate.isEmpty()) {
                return Optional.empty();
            }
        }
        candidate =
                candidate
                        .or(() ->
                                given(
                                        parameter,
                                        request.fleet().parameters(),
                                        ParameterValue.Source.FLEET))
                        .or(() -> byDefault(parameter));
        return candidate.filter(each -> accepted(parameter, each, findings));
    }

    private static Optional<Candidate> given(
            Parameter parameter, Map<String, ParameterValue> values, ParameterValue.Source source) {
        return Optional.ofNullable(values.get(parameter.name()))
                .map(value -> new Candidate(value.value(), source, value.origin()));
    }

    private static Optional<Candidate> byDefault(Parameter parameter) {
        return parameter
                .defaultValue()
                .map(value ->
                        new Candidate(value, ParameterValue.Source.DEFAULT, parameter.origin()));
    }

    private static Optional<Candidate> fromAttribute(
            Parameter parameter, String text, List<Finding> findings) {
        Optional<Value> value = ParameterRules.convert(parameter.type(), text);
        if (value.isEmpty()) {
            findings.add(
                    Finding.error(
                            "invalid_parameter_value",
                            parameter.origin(),
                            "parameter %s takes its value from the attribute %s, whose value %s is no %s"
                                    .formatted(
                                            parameter.name(),
                                            parameter.fromAttribute().orElse(""),
                                            Quote.of(text),
                                            parameter.type().text())));
        }
        return value.map(
                each -> new Candidate(each, ParameterValue.Source.ATTRIBUTE, parameter.origin()));
    }

    private static boolean accepted(
            Parameter parameter, Candidate candidate, List<Finding> findings) {
        Optional<String> problem = ParameterRules.problem(parameter, candidate.value());
        problem.ifPresent(text ->
                findings.add(
                        Finding.error(
                                "invalid_parameter_value",
                                candidate.origin(),
                                "parameter %s (%s) %s"
                                        .formatted(
                                                parameter.name(),
                                                candidate.source().text(),
                                                text))));
        return problem.isEmpty();
    }

    private static Finding missing(Parameter parameter, RenderRequest request) {
        return Finding.error(
                "missing_parameter",
                request.reference(),
                "parameter %s of %s is required and nobody gives it a value"
                        .formatted(parameter.name(), parameter.origin().object()));
    }

    private static List<Finding> undeclared(Chain chain, RenderRequest request) {
        List<Finding> findings = new ArrayList<>();
        undeclared(chain, request.fleet().parameters())
                .forEach((name, origin) ->
                        findings.add(
                                Finding.error(
                                        "unknown_parameter", origin, unknownText(chain, name))));
        undeclared(chain, request.overrides())
                .forEach((name, origin) ->
                        findings.add(
                                Finding.error(
                                        "unknown_parameter", origin, unknownText(chain, name))));
        undeclared(chain, request.agent().parameters())
                .forEach((name, origin) ->
                        findings.add(
                                Finding.warning(
                                        "unknown_parameter",
                                        origin,
                                        unknownText(chain, name) + "; it is ignored")));
        return findings;
    }

    /** Sorted by name, so that messages come in a stable order. */
    private static Map<String, Origin> undeclared(Chain chain, Map<String, ParameterValue> values) {
        Map<String, Origin> undeclared = new TreeMap<>();
        values.forEach((name, value) -> {
            if (!chain.parameters().containsKey(name)) {
                undeclared.put(name, value.origin());
            }
        });
        return undeclared;
    }

    static String unknownText(Chain chain, String name) {
        return "blueprint %s declares no parameter %s"
                .formatted(chain.leaf().name(), Quote.of(name));
    }
}
