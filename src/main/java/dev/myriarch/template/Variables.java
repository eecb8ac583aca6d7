package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.List;

/** The variables of one evaluation, the innermost last. {@code $} is not among them by itself. */
final class Variables {
    private final List<Variable> stack = new ArrayList<>();

    private static final class Variable {
        private final String name;
        private Value value;

        Variable(String name, Value value) {
            this.name = name;
            this.value = value;
        }
    }

    /** A mark for {@link #leave}. */
    int mark() {
        return stack.size();
    }

    /** Forgets the variables declared since the mark. */
    void leave(int mark) {
        stack.subList(mark, stack.size()).clear();
    }

    void declare(String name, Value value) {
        stack.add(new Variable(name, value));
    }

    /** Gives the variable that was declared {@code fromTop} declarations ago a value. */
    void setDeclared(int fromTop, Value value) {
        stack.get(stack.size() - fromTop).value = value;
    }

    void assign(Expression.Pipeline pipeline, String name, Value value) throws TemplateException {
        find(name, pipeline.offset()).value = value;
    }

    boolean has(String name) {
        return stack.stream().anyMatch(variable -> variable.name.equals(name));
    }

    Value get(String name, int offset) throws TemplateException {
        return find(name, offset).value;
    }

    private Variable find(String name, int offset) throws TemplateException {
        for (Variable variable : stack.reversed()) {
            if (variable.name.equals(name)) {
                return variable;
            }
        }
        throw new TemplateException("variable " + Messages.quote(name) + " has no value", offset);
    }
}
