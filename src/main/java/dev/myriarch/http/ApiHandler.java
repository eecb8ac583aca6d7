package dev.myriarch.http;

import java.io.IOException;

/**
 * Answers one operation. A {@link dev.myriarch.base.MyriarchException} becomes a problem document;
 * any other exception becomes {@code internal} with nothing of its text.
 */
@FunctionalInterface
public interface ApiHandler {
    ApiResponse handle(ApiRequest request) throws IOException;
}
