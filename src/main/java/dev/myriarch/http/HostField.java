package dev.myriarch.http;

/**
 * Syntax of a Host value: name or address with an optional port (RFC 9110 section 7.2). Stricter
 * than RFC 3986: no percent-encoding and no sub-delimiters, which no real host name has.
 */
final class HostField {
    private HostField() {}

    static void check(String host) throws RequestFailure {
        int portColon = host.startsWith("[") ? endOfLiteral(host) : host.indexOf(':');
        String name = portColon < 0 ? host : host.substring(0, portColon);
        if (name.isEmpty() || name.length() > 255) {
            throw RequestFailure.badRequest("the host is empty or too long");
        }
        if (!host.startsWith("[")) {
            requireCharacters(name, "-._");
        }
        if (portColon >= 0) {
            String port = host.substring(portColon + 1);
            if (!HttpCharacters.isDigits(port)
                    || port.length() > 5
                    || Integer.parseInt(port) > 65535) {
                throw RequestFailure.badRequest("the port of the host is not a number up to 65535");
            }
        }
    }

    /** Index of the colon after an IPv6 literal, or -1. */
    private static int endOfLiteral(String host) throws RequestFailure {
        int close = host.indexOf(']');
        if (close < 3) {
            throw RequestFailure.badRequest("the host has a broken IPv6 literal");
        }
        String literal = host.substring(1, close);
        requireCharacters(literal, ":.");
        if (close == host.length() - 1) {
            return -1;
        }
        if (host.charAt(close + 1) != ':') {
            throw RequestFailure.badRequest("the host has text after its IPv6 literal");
        }
        return close + 1;
    }

    private static void requireCharacters(String text, String others) throws RequestFailure {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letterOrDigit = c < 0x80 && Character.isLetterOrDigit(c);
            if (!letterOrDigit && others.indexOf(c) < 0) {
                throw RequestFailure.badRequest("the host has a forbidden character");
            }
        }
    }
}
