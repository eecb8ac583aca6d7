package dev.myriarch.http;

import java.util.Objects;

/**
 * One operation of the REST API.
 *
 * @param method HTTP method in upper case
 * @param pattern path below the base path, with {@code {name}} for a segment
 * @param operationId unique name; metrics and the access log use it with the pattern
 * @param permission {@code public}, {@code custom} or the permission that the caller needs
 */
public record Route(String method, String pattern, String operationId, String permission) {
    public Route {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(operationId, "operationId");
        Objects.requireNonNull(permission, "permission");
    }
}
