package dev.myriarch.http;

/** How the body of a request is delimited (RFC 9112 section 6). */
sealed interface Framing {
    /** No body follows. */
    record None() implements Framing {}

    /** At least one byte. */
    record Fixed(long length) implements Framing {}

    record Chunked() implements Framing {}
}
