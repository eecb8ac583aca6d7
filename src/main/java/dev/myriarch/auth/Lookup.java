package dev.myriarch.auth;

import java.time.Duration;

/** What a look-up of a credential gives. */
sealed interface Lookup<V> {
    record Known<V>(V value) implements Lookup<V> {}

    record Unknown<V>() implements Lookup<V> {}

    /** Too many look-ups of credentials that nobody has seen. */
    record Busy<V>(Duration retryAfter) implements Lookup<V> {}

    /** The store did not answer. */
    record Failed<V>(RuntimeException cause) implements Lookup<V> {}
}
