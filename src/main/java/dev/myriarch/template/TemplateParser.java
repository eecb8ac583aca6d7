package dev.myriarch.template;

import dev.myriarch.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Parses the blocks of a template. Confined to one parse. */
final class TemplateParser {
    private final Lexer lexer;
    private final TokenStream tokens;
    private final PipelineParser pipelines;
    private int ranges;

    private TemplateParser(String text) {
        lexer = new Lexer(text);
        tokens = new TokenStream(lexer);
        pipelines = new PipelineParser(tokens);
    }

    /**
     * A parsed template.
     *
     * @param actions how many actions and comments it has
     */
    record Parsed(List<Node> nodes, int actions) {
        Parsed {
            nodes = List.copyOf(nodes);
        }
    }

    /** How a list of nodes ended. */
    private enum Stop {
        END_OF_INPUT,
        END,
        ELSE,
        ELSE_IF,
        ELSE_WITH
    }

    static Parsed parse(String text) throws TemplateException {
        if (text.length() > TemplateLimits.TEMPLATE_LENGTH) {
            throw new TemplateException(
                    "the template is longer than " + TemplateLimits.TEMPLATE_LENGTH + " characters",
                    0);
        }
        TemplateParser parser = new TemplateParser(text);
        List<Node> nodes = new ArrayList<>();
        Stop stop = parser.nodes(nodes);
        if (stop != Stop.END_OF_INPUT) {
            throw new TemplateException(
                    stop == Stop.END
                            ? "[[ end ]] without a block that it could close"
                            : "[[ else ]] without a block that it belongs to",
                    parser.stopOffset);
        }
        return new Parsed(nodes, parser.lexer.actions());
    }

    private int stopOffset;

    /**
     * Reads nodes up to the end of the input or an {@code end} or {@code else}, which is consumed.
     */
    private Stop nodes(List<Node> nodes) throws TemplateException {
        while (true) {
            Token token = tokens.next();
            if (token.is(Kind.END_OF_INPUT)) {
                stopOffset = token.offset();
                return Stop.END_OF_INPUT;
            }
            if (token.is(Kind.TEXT)) {
                nodes.add(new Node.Text(token.text(), Utf8.length(token.text())));
                continue;
            }
            Token first = tokens.peekNonSpace();
            if (first.isKeyword("end") || first.isKeyword("else")) {
                tokens.next();
                stopOffset = token.offset();
                return stop(first);
            }
            nodes.add(action(first));
        }
    }

    private Stop stop(Token keyword) throws TemplateException {
        Token next = tokens.nextNonSpace();
        if (next.is(Kind.RIGHT_DELIMITER)) {
            return keyword.isKeyword("end") ? Stop.END : Stop.ELSE;
        }
        if (keyword.isKeyword("else") && next.isKeyword("if")) {
            return Stop.ELSE_IF;
        }
        if (keyword.isKeyword("else") && next.isKeyword("with")) {
            return Stop.ELSE_WITH;
        }
        throw PipelineParser.unexpected(next, keyword.text());
    }

    private Node action(Token first) throws TemplateException {
        if (!first.is(Kind.KEYWORD)) {
            return new Node.Action(pipelines.pipeline("action", Kind.RIGHT_DELIMITER));
        }
        tokens.next();
        return switch (first.text()) {
            case "if" -> conditional(first, "if", Stop.ELSE_IF);
            case "with" -> conditional(first, "with", Stop.ELSE_WITH);
            case "range" -> range(first);
            case "break" -> loopControl(first, new Node.Break());
            case "continue" -> loopControl(first, new Node.Continue());
            default ->
                    throw new TemplateException(
                            "[[ " + first.text() + " ]] is not allowed", first.offset());
        };
    }

    private Node loopControl(Token keyword, Node node) throws TemplateException {
        Token end = tokens.nextNonSpace();
        if (!end.is(Kind.RIGHT_DELIMITER)) {
            throw PipelineParser.unexpected(end, keyword.text());
        }
        if (ranges == 0) {
            throw new TemplateException(
                    "[[ " + keyword.text() + " ]] outside of a range", keyword.offset());
        }
        return node;
    }

    private Node conditional(Token keyword, String name, Stop chain) throws TemplateException {
        pipelines.descend(keyword.offset());
        int outer = pipelines.scopeSize();
        List<Node.Branch> branches = new ArrayList<>();
        List<Node> otherwise = new ArrayList<>();
        Stop stop = chain;
        while (stop == chain) {
            Expression.Pipeline condition = pipelines.pipeline(name, Kind.RIGHT_DELIMITER);
            // Variables of a condition live on in what follows, those of a body do not.
            int inner = pipelines.scopeSize();
            List<Node> body = new ArrayList<>();
            stop = nodes(body);
            pipelines.leaveScope(inner);
            branches.add(new Node.Branch(condition, body));
        }
        finishBlock(keyword, stop, otherwise);
        pipelines.leaveScope(outer);
        pipelines.ascend();
        return new Node.Conditional(branches, otherwise, chain == Stop.ELSE_WITH);
    }

    private Node range(Token keyword) throws TemplateException {
        pipelines.descend(keyword.offset());
        int outer = pipelines.scopeSize();
        Expression.Pipeline pipeline = pipelines.pipeline("range", Kind.RIGHT_DELIMITER);
        int inner = pipelines.scopeSize();
        ranges++;
        if (ranges > TemplateLimits.RANGE_NESTING) {
            throw new TemplateException(
                    "range blocks are nested more than " + TemplateLimits.RANGE_NESTING + " deep",
                    keyword.offset());
        }
        List<Node> body = new ArrayList<>();
        Stop stop = nodes(body);
        ranges--;
        pipelines.leaveScope(inner);
        List<Node> otherwise = new ArrayList<>();
        finishBlock(keyword, stop, otherwise);
        pipelines.leaveScope(outer);
        pipelines.ascend();
        return new Node.Range(pipeline, body, otherwise);
    }

    /** Reads the {@code else} part, if there is one, and the {@code end}. */
    private void finishBlock(Token keyword, Stop first, List<Node> otherwise)
            throws TemplateException {
        Stop stop = first == Stop.ELSE ? nodes(otherwise) : first;
        switch (stop) {
            case END -> {}
            case END_OF_INPUT ->
                    throw new TemplateException(
                            "[[ " + keyword.text() + " ]] has no [[ end ]]", keyword.offset());
            case ELSE, ELSE_IF, ELSE_WITH ->
                    throw new TemplateException(
                            "unexpected [[ else ]] in [[ " + keyword.text() + " ]]", stopOffset);
        }
    }
}
