package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what a template reads by walking over it once. */
final class ReferenceCollector {
    private static final String ATTRIBUTES = "attributes";

    private final Set<String> parameters = new HashSet<>();
    private final Set<String> attributes = new HashSet<>();
    private boolean anyParameter;
    private boolean anyAttribute;
    private boolean agentId;

    private ReferenceCollector() {}

    static References collect(List<Node> nodes) {
        ReferenceCollector collector = new ReferenceCollector();
        collector.walk(nodes, true);
        return new References(
                collector.parameters,
                collector.anyParameter,
                collector.attributes,
                collector.anyAttribute,
                collector.agentId);
    }

    /**
     * @param root whether the dot is the whole data here
     */
    private void walk(List<Node> nodes, boolean root) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Action(Expression.Pipeline pipeline) -> walk(pipeline, root);
                case Node.Conditional conditional -> {
                    for (Node.Branch branch : conditional.branches()) {
                        walk(branch.condition(), root);
                        walk(branch.body(), root && !conditional.rebinds());
                    }
                    walk(conditional.otherwise(), root);
                }
                case Node.Range(var pipeline, var body, var otherwise) -> {
                    walk(pipeline, root);
                    walk(body, false);
                    walk(otherwise, root);
                }
                case Node.Text _, Node.Break _, Node.Continue _ -> {}
            }
        }
    }

    private void walk(Expression expression, boolean root) {
        switch (expression) {
            case Expression.Literal _ -> {}
            case Expression.Dot _ -> {
                if (root) {
                    readAll();
                }
            }
            case Expression.Variable variable -> {
                if (isRoot(variable, root)) {
                    readAll();
                }
            }
            case Expression.Field field -> {
                if (isRoot(field.base(), root)) {
                    read(field.names());
                } else {
                    walk(field.base(), root);
                }
            }
            case Expression.Call call -> call(call, Optional.empty(), root);
            case Expression.Pipeline pipeline -> pipeline(pipeline, root);
        }
    }

    private void pipeline(Expression.Pipeline pipeline, boolean root) {
        List<Expression.Call> stages = pipeline.stages();
        walk(pipeline.first(), root);
        Optional<Expression> piped = Optional.of(pipeline.first());
        for (Expression.Call stage : stages) {
            call(stage, piped, root);
            piped = Optional.of(stage);
        }
    }

    private void call(Expression.Call call, Optional<Expression> piped, boolean root) {
        List<Expression> arguments = call.arguments();
        Optional<Expression> first =
                arguments.isEmpty() ? piped : Optional.of(arguments.getFirst());
        int walked = 0;
        switch (call.function().name()) {
            case "attr", "attrOr", "hasAttr" -> {
                Optional<String> name = first.flatMap(ReferenceCollector::text);
                name.ifPresent(attributes::add);
                anyAttribute |= name.isEmpty();
            }
            case "param" -> {
                Optional<String> name = first.flatMap(ReferenceCollector::text);
                name.ifPresent(parameters::add);
                anyParameter |= name.isEmpty();
            }
            case "index" -> {
                Optional<Expression> second =
                        arguments.size() > 1 ? Optional.of(arguments.get(1)) : piped;
                if (!arguments.isEmpty()
                        && arguments.getFirst() instanceof Expression.Field field
                        && isRoot(field.base(), root)
                        && second.flatMap(ReferenceCollector::text).isPresent()) {
                    index(field.names(), second.flatMap(ReferenceCollector::text).get());
                    walked = 1;
                }
            }
            default -> {}
        }
        for (Expression argument : arguments.subList(walked, arguments.size())) {
            walk(argument, root);
        }
    }

    private void index(List<String> names, String key) {
        if (names.equals(List.of("params"))) {
            parameters.add(key);
        } else if (names.equals(List.of("agent", ATTRIBUTES))) {
            attributes.add(key);
        } else {
            read(names);
        }
    }

    private void read(List<String> names) {
        String second = names.size() > 1 ? names.get(1) : "";
        switch (names.getFirst()) {
            case "params" -> {
                if (second.isEmpty()) {
                    anyParameter = true;
                } else {
                    parameters.add(second);
                }
            }
            case "agent" -> {
                agentId |= second.isEmpty() || second.equals("id");
                if (names.size() > 2 && second.equals(ATTRIBUTES)) {
                    attributes.add(names.get(2));
                } else {
                    anyAttribute |= second.isEmpty() || second.equals(ATTRIBUTES);
                }
            }
            default -> {}
        }
    }

    private void readAll() {
        anyParameter = true;
        anyAttribute = true;
        agentId = true;
    }

    private static boolean isRoot(Expression expression, boolean root) {
        return (root && expression instanceof Expression.Dot)
                || (expression instanceof Expression.Variable(String name, int _)
                        && name.equals("$"));
    }

    private static Optional<String> text(Expression expression) {
        return expression instanceof Expression.Literal(Value.Text(String text))
                ? Optional.of(text)
                : Optional.empty();
    }
}
