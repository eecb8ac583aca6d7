package dev.myriarch.system.api;

import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operations of the API document as the router takes them. */
public final class ApiRoutes {
    private ApiRoutes() {}

    /** All of them, in the order of the document. */
    public static List<Route> all() {
        List<Route> routes = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            routes.add(
                    new Route(
                            operation.method(),
                            operation.pattern(),
                            operation.operationId(),
                            operation.permission()));
        }
        return routes;
    }

    /**
     * The handlers of all capabilities by operation id.
     *
     * @throws IllegalArgumentException when two answer the same operation
     */
    public static Map<String, ApiHandler> handlers(List<Map<Operation, ApiHandler>> capabilities) {
        Map<String, ApiHandler> handlers = new HashMap<>();
        for (Map<Operation, ApiHandler> capability : capabilities) {
            capability.forEach((operation, handler) -> {
                if (handlers.put(operation.operationId(), handler) != null) {
                    throw new IllegalArgumentException(
                            "two handlers for " + operation.operationId());
                }
            });
        }
        return handlers;
    }
}
