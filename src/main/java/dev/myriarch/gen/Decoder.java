package dev.myriarch.gen;

import dev.myriarch.base.Value;

/** Turns a JSON value into a Java one. */
@FunctionalInterface
interface Decoder<T> {
    /**
     * @param path where the value is, for messages, such as {@code items[2].name}
     * @throws dev.myriarch.base.MyriarchException {@code bad_request} for a wrong type, {@code
     *     validation_failed} for a value that is not allowed
     */
    T decode(Value value, String path);
}
