package dev.myriarch.template;

import java.util.List;

/** A part of a template that makes output or steers it. Immutable. */
sealed interface Node {
    /**
     * Literal text.
     *
     * @param bytes its length in UTF-8
     */
    record Text(String text, int bytes) implements Node {}

    /** A pipeline whose value is printed, unless it goes into a variable. */
    record Action(Expression.Pipeline pipeline) implements Node {}

    /**
     * {@code if} or {@code with} and their {@code else}.
     *
     * @param rebinds whether the value of a condition becomes the dot of its body ({@code with})
     */
    record Conditional(List<Branch> branches, List<Node> otherwise, boolean rebinds)
            implements Node {
        public Conditional {
            branches = List.copyOf(branches);
            otherwise = List.copyOf(otherwise);
        }
    }

    /** A condition and what it guards. */
    record Branch(Expression.Pipeline condition, List<Node> body) {
        public Branch {
            body = List.copyOf(body);
        }
    }

    record Range(Expression.Pipeline pipeline, List<Node> body, List<Node> otherwise)
            implements Node {
        public Range {
            body = List.copyOf(body);
            otherwise = List.copyOf(otherwise);
        }
    }

    record Break() implements Node {}

    record Continue() implements Node {}
}
