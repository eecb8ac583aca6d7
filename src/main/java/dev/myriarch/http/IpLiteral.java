package dev.myriarch.http;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** IP addresses in text. Never asks a resolver. */
final class IpLiteral {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final int LONGEST = 45;

    private IpLiteral() {}

    /** Empty unless the text is an IPv4 address with four parts or an IPv6 address, no scope. */
    static Optional<InetAddress> parse(String text) {
        boolean plausible =
                text.length() <= LONGEST
                        && (IPV4.matcher(text).matches()
                                || (text.indexOf(':') >= 0
                                        && text.indexOf('%') < 0
                                        && !text.startsWith("[")));
        if (!plausible) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** As {@link #parse}, but a port may follow, an IPv6 address then being in brackets. */
    static Optional<InetAddress> parseWithPort(String text) {
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            boolean portOnly =
                    close == text.length() - 1
                            || (close > 0
                                    && text.charAt(close + 1) == ':'
                                    && HttpCharacters.isDigits(text.substring(close + 2)));
            return close > 0 && portOnly ? parse(text.substring(1, close)) : Optional.empty();
        }
        int colon = text.indexOf(':');
        boolean onePort =
                colon >= 0
                        && colon == text.lastIndexOf(':')
                        && HttpCharacters.isDigits(text.substring(colon + 1));
        return parse(onePort ? text.substring(0, colon) : text);
    }
}
