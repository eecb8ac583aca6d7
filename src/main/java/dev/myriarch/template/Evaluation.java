package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One evaluation of a template. A dot that is null stands for the whole data, which is turned into
 * a map only when it is needed. Confined to one thread.
 */
final class Evaluation {
    private static final String ROOT = "$";

    private final DataView data;
    private final Budget budget;
    private final Variables variables = new Variables();
    private final TextBuilder output = new TextBuilder();

    Evaluation(TemplateData data, LongSupplier nanoTime) {
        this.data = new DataView(data);
        this.budget = new Budget(nanoTime);
    }

    private enum Flow {
        NEXT,
        BREAK,
        CONTINUE
    }

    String text(List<Node> nodes) throws TemplateException {
        run(nodes, null);
        return output.toString();
    }

    Value value(Expression.Pipeline pipeline) throws TemplateException {
        try {
            return TypedResult.of(pipeline(pipeline, null));
        } catch (TemplateException e) {
            throw e.in("result", pipeline.offset());
        }
    }

    private Flow run(List<Node> nodes, @Nullable Value dot) throws TemplateException {
        for (Node node : nodes) {
            Flow flow = run(node, dot);
            if (flow != Flow.NEXT) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    private Flow run(Node node, @Nullable Value dot) throws TemplateException {
        return switch (node) {
            case Node.Text(String text, int bytes) -> {
                print(text, bytes);
                yield Flow.NEXT;
            }
            case Node.Action(Expression.Pipeline pipeline) -> {
                Value value = pipeline(pipeline, dot);
                if (pipeline.variables().isEmpty()) {
                    print(value, pipeline.offset());
                }
                yield Flow.NEXT;
            }
            case Node.Conditional conditional -> conditional(conditional, dot);
            case Node.Range range -> range(range, dot);
            case Node.Break _ -> Flow.BREAK;
            case Node.Continue _ -> Flow.CONTINUE;
        };
    }

    private void print(String text, int bytes) throws TemplateException {
        try {
            output.append(text, bytes);
        } catch (TemplateException e) {
            throw e.in("output", 0);
        }
    }

    private void print(Value value, int offset) throws TemplateException {
        try {
            output.append(Scalars.text(value));
        } catch (TemplateException e) {
            throw e.in("output", offset);
        }
    }

    private Flow conditional(Node.Conditional node, @Nullable Value dot) throws TemplateException {
        int mark = variables.mark();
        @Nullable Flow flow = null;
        for (Node.Branch branch : node.branches()) {
            Value condition = pipeline(branch.condition(), dot);
            if (Scalars.isTrue(condition)) {
                flow = run(branch.body(), node.rebinds() ? condition : dot);
                break;
            }
        }
        if (flow == null) {
            flow = run(node.otherwise(), dot);
        }
        variables.leave(mark);
        return flow;
    }

    private Flow range(Node.Range node, @Nullable Value dot) throws TemplateException {
        int mark = variables.mark();
        Value value = pipeline(node.pipeline(), dot);
        Flow flow =
                switch (value) {
                    case Value.Sequence(List<Value> elements) -> elements(node, elements, dot);
                    case Value.Mapping map -> entries(node, map, dot);
                    case Value.Null _ -> run(node.otherwise(), dot);
                    case Value.Text _, Value.Int _, Value.Decimal _, Value.Bool _ ->
                            throw new TemplateException(
                                    "range: takes a list or a map, not " + value.typeName(),
                                    node.pipeline().offset());
                };
        variables.leave(mark);
        return flow;
    }

    private Flow elements(Node.Range node, List<Value> elements, @Nullable Value dot)
            throws TemplateException {
        if (elements.isEmpty()) {
            return run(node.otherwise(), dot);
        }
        for (int i = 0; i < elements.size(); i++) {
            if (iteration(node, Value.of(i), elements.get(i)) == Flow.BREAK) {
                break;
            }
        }
        return Flow.NEXT;
    }

    private Flow entries(Node.Range node, Value.Mapping map, @Nullable Value dot)
            throws TemplateException {
        if (map.entries().isEmpty()) {
            return run(node.otherwise(), dot);
        }
        for (Map.Entry<String, Value> entry : SortedEntries.of(map)) {
            if (iteration(node, Value.of(entry.getKey()), entry.getValue()) == Flow.BREAK) {
                break;
            }
        }
        return Flow.NEXT;
    }

    private Flow iteration(Node.Range node, Value key, Value element) throws TemplateException {
        Expression.Pipeline pipeline = node.pipeline();
        budget.countElement(pipeline.offset());
        List<String> names = pipeline.variables();
        // With one variable it gets the element, with two the first gets the key.
        List<Value> values = names.size() > 1 ? List.of(key, element) : List.of(element);
        for (int i = 0; i < names.size(); i++) {
            if (pipeline.assigns()) {
                variables.assign(pipeline, names.get(i), values.get(i));
            } else {
                variables.setDeclared(names.size() - i, values.get(i));
            }
        }
        int mark = variables.mark();
        Flow flow = run(node.body(), element);
        variables.leave(mark);
        return flow;
    }

    private Value pipeline(Expression.Pipeline pipeline, @Nullable Value dot)
            throws TemplateException {
        budget.checkTime(pipeline.offset());
        Value value = evaluate(pipeline.first(), dot);
        for (Expression.Call stage : pipeline.stages()) {
            value = call(stage, dot, value);
        }
        for (String name : pipeline.variables()) {
            if (pipeline.assigns()) {
                variables.assign(pipeline, name, value);
            } else {
                variables.declare(name, value);
            }
        }
        return value;
    }

    private Value evaluate(Expression expression, @Nullable Value dot) throws TemplateException {
        return switch (expression) {
            case Expression.Literal(Value value) -> value;
            case Expression.Dot _ -> dot == null ? data.root() : dot;
            case Expression.Variable(String name, int offset) ->
                    isRoot(name) ? data.root() : variables.get(name, offset);
            case Expression.Field field -> field(field, dot);
            case Expression.Call call -> call(call, dot, null);
            case Expression.Pipeline pipeline -> pipeline(pipeline, dot);
        };
    }

    private Value field(Expression.Field field, @Nullable Value dot) throws TemplateException {
        boolean root =
                switch (field.base()) {
                    case Expression.Dot _ -> dot == null;
                    case Expression.Variable variable -> isRoot(variable.name());
                    case Expression.Literal _,
                            Expression.Field _,
                            Expression.Call _,
                            Expression.Pipeline _ ->
                            false;
                };
        return root ? data.resolve(field) : DataView.walk(evaluate(field.base(), dot), field, 0);
    }

    /** Whether the name means the data: {@code $}, unless a template declares it anew. */
    private boolean isRoot(String name) {
        return name.equals(ROOT) && !variables.has(ROOT);
    }

    private Value call(Expression.Call call, @Nullable Value dot, @Nullable Value piped)
            throws TemplateException {
        budget.checkTime(call.offset());
        TemplateFunction function = call.function();
        return switch (function.kind()) {
            case AND -> shortCircuit(call, dot, piped, false);
            case OR -> shortCircuit(call, dot, piped, true);
            case SELECTS, BUILDS -> {
                List<Value> arguments = new ArrayList<>(call.arguments().size() + 1);
                for (Expression argument : call.arguments()) {
                    arguments.add(evaluate(argument, dot));
                }
                if (piped != null) {
                    arguments.add(piped);
                }
                yield apply(call, new Arguments(arguments, data));
            }
        };
    }

    private Value apply(Expression.Call call, Arguments arguments) throws TemplateException {
        TemplateFunction function = call.function();
        try {
            Value result = function.body().apply(arguments);
            budget.countResult(result, function.kind() == TemplateFunction.Kind.BUILDS);
            return result;
        } catch (TemplateException e) {
            throw e.in(function.name(), call.offset());
        }
    }

    /** {@code and} and {@code or}: the first argument that decides, else the last one. */
    private Value shortCircuit(
            Expression.Call call, @Nullable Value dot, @Nullable Value piped, boolean decisive)
            throws TemplateException {
        Value value = Value.ofNull();
        for (Expression argument : call.arguments()) {
            value = evaluate(argument, dot);
            if (Scalars.isTrue(value) == decisive) {
                return value;
            }
        }
        return piped == null ? value : piped;
    }
}
