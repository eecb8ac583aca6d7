package dev.myriarch.http;

import dev.myriarch.base.MyriarchException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * A request target (RFC 9112 section 3.2): origin form, absolute form, or {@code *}. Everything
 * that two parsers could read in two ways is refused: non-ASCII, a path that begins with {@code
 * //}, dot segments (also encoded), broken percent-encoding, control characters and broken UTF-8
 * after decoding, a fragment, user information.
 *
 * @param uri what handlers see; for the absolute form only its path and query
 * @param authority of the absolute form
 */
record RequestTarget(URI uri, Optional<String> authority) {
    /** True for {@code *}. */
    boolean isAsterisk() {
        return "*".equals(uri.getRawPath());
    }

    static RequestTarget parse(String method, String text) throws RequestFailure {
        if (text.equals("*")) {
            if (!method.equals("OPTIONS")) {
                throw RequestFailure.badRequest("the target * is for OPTIONS only");
            }
            return new RequestTarget(toUri("*"), Optional.empty());
        }
        if (text.startsWith("/")) {
            return new RequestTarget(origin(text), Optional.empty());
        }
        String lower = text.toLowerCase(Locale.ROOT);
        int start = lower.startsWith("http://") ? 7 : lower.startsWith("https://") ? 8 : -1;
        if (start < 0) {
            throw RequestFailure.badRequest("the request target is neither a path nor a URL");
        }
        int end = start;
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
            end++;
        }
        String authority = text.substring(start, end);
        HostField.check(authority);
        String rest = text.substring(end);
        return new RequestTarget(
                origin(rest.startsWith("/") ? rest : "/" + rest), Optional.of(authority));
    }

    private static URI origin(String text) throws RequestFailure {
        int question = text.indexOf('?');
        String path = question < 0 ? text : text.substring(0, question);
        if (path.startsWith("//")) {
            throw RequestFailure.badRequest("the path begins with //");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean inQuery = question >= 0 && i >= question;
            boolean known =
                    inQuery
                            ? HttpCharacters.isQueryCharacter(c)
                            : HttpCharacters.isPathCharacter(c);
            if (c == '%') {
                requireEncoded(text, i);
            } else if (!known) {
                throw RequestFailure.badRequest("the request target has a forbidden character");
            }
        }
        checkDecoded(path);
        return toUri(text);
    }

    private static void requireEncoded(String text, int at) throws RequestFailure {
        if (at + 2 >= text.length()
                || HttpCharacters.hexValue(text.charAt(at + 1)) < 0
                || HttpCharacters.hexValue(text.charAt(at + 2)) < 0) {
            throw RequestFailure.badRequest("the request target has a broken percent-encoding");
        }
    }

    /**
     * What a file system, a proxy or a second decoder could read in another way: control
     * characters, text that is not UTF-8, and dot segments between slashes of any kind.
     */
    private static void checkDecoded(String path) throws RequestFailure {
        if (path.indexOf('.') < 0 && path.indexOf('%') < 0) {
            return;
        }
        for (String segment : decoded(path).replace('\\', '/').split("/", -1)) {
            if (segment.equals(".") || segment.equals("..")) {
                throw RequestFailure.badRequest("the path has a dot segment");
            }
        }
    }

    private static String decoded(String path) throws RequestFailure {
        try {
            return PercentDecoder.path(path);
        } catch (MyriarchException bad) {
            throw RequestFailure.badRequest(String.valueOf(bad.getMessage()));
        }
    }

    private static URI toUri(String text) throws RequestFailure {
        try {
            return new URI(text);
        } catch (URISyntaxException notUri) {
            throw RequestFailure.badRequest("the request target is not a URI");
        }
    }
}
