package dev.myriarch.auth.api;

import dev.myriarch.base.Secret;

/**
 * The cookie of a browser session. It lives as long as the browser; the server ends it earlier.
 *
 * @param secure whether browsers send it over https only
 */
record SessionCookie(boolean secure) {
    static final String NAME = "myriarch_session";

    /** Value of Set-Cookie for a session that begins. */
    String of(Secret token) {
        return NAME + "=" + token.reveal() + attributes();
    }

    /** Value of Set-Cookie that removes the cookie. */
    String removal() {
        return NAME + "=; Max-Age=0" + attributes();
    }

    private String attributes() {
        return "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
    }
}
