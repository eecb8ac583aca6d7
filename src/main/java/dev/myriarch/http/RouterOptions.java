package dev.myriarch.http;

import java.time.InstantSource;
import java.util.Map;

/**
 * What a {@link Router} needs besides its routes.
 *
 * @param basePath such as {@code /api/v1}, without a slash at its end
 * @param maxBodyBytes of a request body
 * @param bodyLimits other bounds by operation id; the listener's own bound holds in any case
 */
public record RouterOptions(
        String basePath,
        int maxBodyBytes,
        Map<String, Integer> bodyLimits,
        ClientAddress clients,
        InstantSource clock,
        Observer observer) {
    /** Told about every answer, such as by metrics. Must not throw. */
    @FunctionalInterface
    public interface Observer {
        /**
         * @param operationId of the route, {@code -} when none matched
         */
        void answered(String method, String operationId, int status);
    }

    public RouterOptions {
        if (!basePath.startsWith("/") || basePath.endsWith("/")) {
            throw new IllegalArgumentException("not a base path: " + basePath);
        }
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes must be positive");
        }
        bodyLimits = Map.copyOf(bodyLimits);
    }

    public static RouterOptions of(
            String basePath, int maxBodyBytes, ClientAddress clients, InstantSource clock) {
        return new RouterOptions(basePath, maxBodyBytes, Map.of(), clients, clock, (_, _, _) -> {});
    }

    public RouterOptions withBodyLimits(Map<String, Integer> limits) {
        return new RouterOptions(basePath, maxBodyBytes, limits, clients, clock, observer);
    }

    public RouterOptions withObserver(Observer other) {
        return new RouterOptions(basePath, maxBodyBytes, bodyLimits, clients, clock, other);
    }

    int bodyLimit(String operationId) {
        return bodyLimits.getOrDefault(operationId, maxBodyBytes);
    }
}
