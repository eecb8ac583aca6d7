package dev.myriarch.system.api;

import dev.myriarch.gen.Operation;
import dev.myriarch.gen.Query;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Refuses a query that the API document does not describe, and leaves the {@link Query} for the
 * handler. Comes after the filter that authenticates: who is nobody learns nothing of parameters.
 */
public final class QueryCheck implements ApiFilter {
    private final Map<String, Operation> operations = new HashMap<>();

    public QueryCheck() {
        for (Operation operation : Operation.values()) {
            operations.put(operation.operationId(), operation);
        }
    }

    @Override
    public ApiResponse filter(ApiRequest request, ApiHandler next) throws IOException {
        Operation operation = operations.get(request.route().operationId());
        if (operation == null) {
            throw new IllegalStateException(
                    "no operation " + request.route().operationId() + " in the API document");
        }
        request.attribute(Query.class, Query.of(operation, request.queryNames(), request::queries));
        return next.handle(request);
    }
}
