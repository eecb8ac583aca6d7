package dev.myriarch.http;

import com.sun.net.httpserver.Headers;

/**
 * A request head that passed every check.
 *
 * @param minorVersion 0 or 1 of HTTP/1.x
 * @param headers immutable
 * @param expectContinue the peer waits for 100 before it sends the body
 * @param close the peer does not want another request on this connection, or cannot have one
 */
record RequestHead(
        String method,
        RequestTarget target,
        int minorVersion,
        Headers headers,
        Framing framing,
        boolean expectContinue,
        boolean close) {
    boolean hasBody() {
        return !(framing instanceof Framing.None);
    }
}
