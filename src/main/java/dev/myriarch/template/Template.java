package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A parsed template text. Immutable: one instance serves any number of threads, and parsing once
 * and evaluating often is the way to use it.
 */
public final class Template {
    private static final String LEFT_DELIMITER = "[[";

    private final List<Node> nodes;
    private final Optional<Expression.Pipeline> whole;
    private final References references;

    private Template(List<Node> nodes, Optional<Expression.Pipeline> whole) {
        this.nodes = nodes;
        this.whole = whole;
        this.references = ReferenceCollector.collect(nodes);
    }

    /** Whether the text holds {@code [[} and so has to be parsed. */
    public static boolean isTemplate(String text) {
        return text.contains(LEFT_DELIMITER);
    }

    /**
     * Parses a text.
     *
     * @throws TemplateException with the place of the first mistake
     */
    public static Template parse(String text) throws TemplateException {
        TemplateParser.Parsed parsed = TemplateParser.parse(text);
        return new Template(parsed.nodes(), wholeExpression(parsed));
    }

    /** The pipeline of a text that is, apart from white space around it, exactly one action. */
    private static Optional<Expression.Pipeline> wholeExpression(TemplateParser.Parsed parsed) {
        Optional<Expression.Pipeline> whole = Optional.empty();
        for (Node node : parsed.nodes()) {
            if (node instanceof Node.Text(String text, int _)) {
                if (!TextFunctions.trim(text).isEmpty()) {
                    return Optional.empty();
                }
            } else if (node instanceof Node.Action(Expression.Pipeline pipeline)) {
                whole = Optional.of(pipeline);
            }
        }
        return parsed.actions() == 1 ? whole : Optional.empty();
    }

    /** Whether the result keeps its type: the trimmed text is exactly one {@code [[ … ]]}. */
    public boolean isWholeExpression() {
        return whole.isPresent();
    }

    /** The parameters that the text names, for provenance and checks without data. */
    public Set<String> referencedParameters() {
        return references.parameters();
    }

    /** Everything that can be told about what the template reads without evaluating it. */
    public References references() {
        return references;
    }

    /**
     * The value of a whole expression with its type, of any other text a {@link Value.Text}.
     *
     * @throws TemplateException when the data does not fit the template or a limit is exceeded
     */
    public Value evaluate(TemplateData data) throws TemplateException {
        return evaluate(data, System::nanoTime);
    }

    Value evaluate(TemplateData data, LongSupplier nanoTime) throws TemplateException {
        Evaluation evaluation = new Evaluation(data, nanoTime);
        return whole.isPresent() ? evaluation.value(whole.get()) : Value.of(evaluation.text(nodes));
    }

    /** The text with every action replaced by its output, also for a whole expression. */
    public String interpolate(TemplateData data) throws TemplateException {
        return new Evaluation(data, System::nanoTime).text(nodes);
    }
}
