package dev.myriarch.auth;

import java.time.Duration;

/** The result of looking at the credentials of a request. */
public sealed interface Authentication {
    record Known(Caller caller) implements Authentication {}

    /** No credential. */
    record Anonymous() implements Authentication {}

    /** A credential that is malformed, unknown, revoked or ended. */
    record Invalid() implements Authentication {}

    /** The client failed, or asks, too often. */
    record TooMany(Duration retryAfter) implements Authentication {}

    /** The store of credentials does not answer. */
    record Unavailable(RuntimeException cause) implements Authentication {}
}
