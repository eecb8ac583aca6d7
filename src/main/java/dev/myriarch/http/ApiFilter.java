package dev.myriarch.http;

import java.io.IOException;

/** A step before the handler, such as authentication; it may answer instead of going on. */
@FunctionalInterface
public interface ApiFilter {
    ApiResponse filter(ApiRequest request, ApiHandler next) throws IOException;
}
