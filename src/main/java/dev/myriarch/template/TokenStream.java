package dev.myriarch.template;

import dev.myriarch.template.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;

/** Tokens with a few tokens of look-ahead. */
final class TokenStream {
    private final Lexer lexer;
    private final Deque<Token> ahead = new ArrayDeque<>();

    TokenStream(Lexer lexer) {
        this.lexer = lexer;
    }

    Token next() throws TemplateException {
        Token token = ahead.poll();
        return token == null ? lexer.next() : token;
    }

    Token peek() throws TemplateException {
        Token token = next();
        unread(token);
        return token;
    }

    Token nextNonSpace() throws TemplateException {
        Token token = next();
        while (token.is(Kind.SPACE)) {
            token = next();
        }
        return token;
    }

    Token peekNonSpace() throws TemplateException {
        Token token = nextNonSpace();
        unread(token);
        return token;
    }

    /** Makes the token the next one. */
    void unread(Token token) {
        ahead.push(token);
    }
}
