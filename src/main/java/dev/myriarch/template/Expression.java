package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.List;

/** Something that has a value when it is evaluated. Immutable. */
sealed interface Expression {
    /** A constant; {@code nil} is a constant null. */
    record Literal(Value value) implements Expression {}

    /** The current element, {@code .}. */
    record Dot() implements Expression {}

    /** A variable; the name includes the dollar sign, {@code $} alone is the data. */
    record Variable(String name, int offset) implements Expression {}

    /** Fields below a value: {@code .params.x}, {@code $x.y}, {@code (f).z}. */
    record Field(Expression base, List<String> names, int offset) implements Expression {
        public Field {
            names = List.copyOf(names);
        }
    }

    /** A function with its arguments, without the one that a pipeline adds. */
    record Call(TemplateFunction function, List<Expression> arguments, int offset)
            implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A value that goes through functions and then into variables.
     *
     * @param stages each gets the value before it as its last argument
     * @param variables names that get the value; in a {@code range} they get key and element
     * @param assigns whether the variables exist already
     */
    record Pipeline(
            Expression first,
            List<Call> stages,
            List<String> variables,
            boolean assigns,
            int offset)
            implements Expression {
        public Pipeline {
            stages = List.copyOf(stages);
            variables = List.copyOf(variables);
        }
    }
}
