package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;

/** Headers that tell browsers what not to do. */
final class SecurityHeaders {
    /** One year. */
    private static final String HSTS = "max-age=31536000";

    static final String UI_POLICY =
            "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; frame-ancestors 'none'; base-uri 'self';"
                    + " form-action 'self'; object-src 'none';"
                    + " require-trusted-types-for 'script'";

    private SecurityHeaders() {}

    /**
     * Those of every answer.
     *
     * @param secure whether the caller came over TLS; elsewhere browsers ignore what that needs
     */
    static void addTo(HttpExchange exchange, boolean secure) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        if (secure) {
            headers.set("Strict-Transport-Security", HSTS);
        }
    }
}
