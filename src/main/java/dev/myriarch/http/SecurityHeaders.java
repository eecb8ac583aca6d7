package dev.myriarch.http;

/** Values of headers that tell browsers what not to do. */
final class SecurityHeaders {
    /** One year; set only when the caller came over TLS, elsewhere browsers ignore it anyway. */
    static final String HSTS = "max-age=31536000";

    static final String UI_POLICY =
            "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; frame-ancestors 'none'; base-uri 'self';"
                    + " form-action 'self'; object-src 'none';"
                    + " require-trusted-types-for 'script'";

    private SecurityHeaders() {}
}
