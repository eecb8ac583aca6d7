package dev.myriarch.auth;

import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Who makes a request, and by what.
 *
 * @param session where the caller is a browser
 * @param stillValid asked by long answers now and then: false once the credential was revoked or
 *     ended, or cannot be checked
 */
public record Caller(Principal principal, Optional<Session> session, BooleanSupplier stillValid) {
    public Caller {
        Objects.requireNonNull(principal, "principal");
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(stillValid, "stillValid");
    }
}
