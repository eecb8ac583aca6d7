package dev.myriarch.template;

import dev.myriarch.base.Value;
import dev.myriarch.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses what stands inside an action. Confined to one parse. */
final class PipelineParser {
    private final TokenStream tokens;
    private final List<String> scope = new ArrayList<>(List.of("$"));
    private int nesting;

    PipelineParser(TokenStream tokens) {
        this.tokens = tokens;
    }

    /** How many variables are visible; {@link #leaveScope} goes back to it. */
    int scopeSize() {
        return scope.size();
    }

    void leaveScope(int size) {
        scope.subList(size, scope.size()).clear();
    }

    /** Goes one level deeper, in blocks or parentheses; {@link #ascend} comes back. */
    void descend(int offset) throws TemplateException {
        nesting++;
        if (nesting > TemplateLimits.NESTING) {
            throw new TemplateException(
                    "blocks and parentheses are nested more than "
                            + TemplateLimits.NESTING
                            + " deep",
                    offset);
        }
    }

    void ascend() {
        nesting--;
    }

    /**
     * Reads up to and including the token {@code end}.
     *
     * @param context what the pipeline belongs to, for messages; {@code range} allows two variables
     */
    Expression.Pipeline pipeline(String context, Kind end) throws TemplateException {
        int offset = tokens.peekNonSpace().offset();
        List<String> variables = new ArrayList<>();
        boolean assigns = declarations(context, variables);
        List<Expression> commands = new ArrayList<>();
        for (Token token = tokens.nextNonSpace(); !token.is(end); token = tokens.nextNonSpace()) {
            if (!startsOperand(token)) {
                throw unexpected(token, context);
            }
            tokens.unread(token);
            commands.add(command(!commands.isEmpty()));
        }
        if (commands.isEmpty()) {
            throw new TemplateException("missing value for " + context, offset);
        }
        for (String variable : variables) {
            if (assigns && !scope.contains(variable)) {
                throw undefined(variable, offset);
            }
        }
        if (!assigns) {
            scope.addAll(variables);
            if (scope.size() > TemplateLimits.VARIABLES) {
                throw new TemplateException(
                        "more than " + TemplateLimits.VARIABLES + " variables", offset);
            }
        }
        List<Expression.Call> stages = new ArrayList<>();
        for (Expression command : commands.subList(1, commands.size())) {
            stages.add((Expression.Call) command);
        }
        return new Expression.Pipeline(commands.getFirst(), stages, variables, assigns, offset);
    }

    /**
     * Reads {@code $x :=}, {@code $x =} or, for range, {@code $k, $v :=}; tells whether it assigns.
     */
    private boolean declarations(String context, List<String> variables) throws TemplateException {
        while (tokens.peekNonSpace().is(Kind.VARIABLE)) {
            Token variable = tokens.next();
            Token after = tokens.peek();
            Token next = tokens.peekNonSpace();
            if (next.is(Kind.ASSIGN) || next.is(Kind.DECLARE)) {
                tokens.next();
                variables.add(variable.text());
                return next.is(Kind.ASSIGN);
            }
            if (!next.is(Kind.COMMA)) {
                if (after.is(Kind.SPACE)) {
                    tokens.unread(after);
                }
                tokens.unread(variable);
                return false;
            }
            tokens.next();
            variables.add(variable.text());
            if (!context.equals("range") || variables.size() > 1) {
                throw new TemplateException("too many variables in " + context, variable.offset());
            }
            Token second = tokens.peekNonSpace();
            if (!second.is(Kind.VARIABLE)) {
                throw new TemplateException(
                        "expected a second variable after the comma", second.offset());
            }
        }
        return false;
    }

    private static boolean startsOperand(Token token) {
        return switch (token.kind()) {
            case BOOL,
                    CHARACTER,
                    DOT,
                    FIELD,
                    IDENTIFIER,
                    NUMBER,
                    NIL,
                    STRING,
                    VARIABLE,
                    LEFT_PAREN ->
                    true;
            case TEXT,
                    LEFT_DELIMITER,
                    RIGHT_DELIMITER,
                    SPACE,
                    PIPE,
                    DECLARE,
                    ASSIGN,
                    COMMA,
                    RIGHT_PAREN,
                    KEYWORD,
                    END_OF_INPUT ->
                    false;
        };
    }

    /** Operands up to a pipe, which is consumed, or the end of the pipeline, which is not. */
    private Expression command(boolean piped) throws TemplateException {
        Token start = tokens.peek();
        List<Expression> operands = new ArrayList<>();
        while (true) {
            Expression operand = operand();
            if (operand != null) {
                operands.add(operand);
            }
            Token token = tokens.next();
            if (token.is(Kind.SPACE)) {
                continue;
            }
            if (token.is(Kind.RIGHT_DELIMITER) || token.is(Kind.RIGHT_PAREN)) {
                tokens.unread(token);
            } else if (!token.is(Kind.PIPE)) {
                throw unexpected(token, "command");
            }
            return command(operands, piped, start.offset());
        }
    }

    private static Expression command(List<Expression> operands, boolean piped, int offset)
            throws TemplateException {
        Expression head = operands.getFirst();
        List<Expression> arguments = operands.subList(1, operands.size());
        for (Expression argument : arguments) {
            if (argument instanceof Expression.Call call) {
                call.function().checkCount(0, call.offset());
            }
        }
        if (head instanceof Expression.Call call) {
            call.function().checkCount(arguments.size() + (piped ? 1 : 0), call.offset());
            return new Expression.Call(call.function(), arguments, call.offset());
        }
        if (piped || !arguments.isEmpty()) {
            throw new TemplateException("only a function can take arguments", offset);
        }
        if (isNil(head)) {
            throw new TemplateException("nil is not a value of its own", offset);
        }
        return head;
    }

    private @Nullable Expression operand() throws TemplateException {
        Token token = tokens.nextNonSpace();
        Expression term = term(token);
        if (term == null) {
            tokens.unread(token);
            return null;
        }
        List<String> names = new ArrayList<>();
        boolean field = term instanceof Expression.Dot && token.is(Kind.FIELD);
        if (field) {
            names.add(token.text().substring(1));
        }
        while (tokens.peek().is(Kind.FIELD)) {
            names.add(tokens.next().text().substring(1));
        }
        if (names.isEmpty()) {
            return term;
        }
        boolean literal = term instanceof Expression.Literal;
        if (literal || (term instanceof Expression.Dot && !field)) {
            throw new TemplateException("unexpected . after " + token.shown(), token.offset());
        }
        if (term instanceof Expression.Call call) {
            call.function().checkCount(0, call.offset());
        }
        return new Expression.Field(term, names, token.offset());
    }

    private @Nullable Expression term(Token token) throws TemplateException {
        return switch (token.kind()) {
            case IDENTIFIER -> {
                TemplateFunction function = Functions.find(token.text());
                if (function == null) {
                    throw new TemplateException(
                            "there is no function " + token.shown(), token.offset());
                }
                yield new Expression.Call(function, List.of(), token.offset());
            }
            case DOT, FIELD -> new Expression.Dot();
            case VARIABLE -> {
                if (!scope.contains(token.text())) {
                    throw undefined(token.text(), token.offset());
                }
                yield new Expression.Variable(token.text(), token.offset());
            }
            case NIL -> new Expression.Literal(Value.ofNull());
            case BOOL -> new Expression.Literal(Value.of(token.text().equals("true")));
            case NUMBER -> new Expression.Literal(NumberLiteral.parse(token));
            case STRING -> new Expression.Literal(TextLiteral.text(token));
            case CHARACTER -> new Expression.Literal(TextLiteral.character(token));
            case LEFT_PAREN -> {
                descend(token.offset());
                Expression.Pipeline inner = pipeline("parentheses", Kind.RIGHT_PAREN);
                ascend();
                yield inner;
            }
            case TEXT,
                    LEFT_DELIMITER,
                    RIGHT_DELIMITER,
                    SPACE,
                    PIPE,
                    DECLARE,
                    ASSIGN,
                    COMMA,
                    RIGHT_PAREN,
                    KEYWORD,
                    END_OF_INPUT ->
                    null;
        };
    }

    private static boolean isNil(Expression expression) {
        return expression instanceof Expression.Literal(Value.Null());
    }

    static TemplateException unexpected(Token token, String context) {
        return new TemplateException(
                "unexpected " + token.shown() + " in " + context, token.offset());
    }

    private static TemplateException undefined(String variable, int offset) {
        return new TemplateException(
                "there is no variable " + Messages.quote(variable) + " here", offset);
    }
}
