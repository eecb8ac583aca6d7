package dev.myriarch.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The REST API: routes to handlers, filters before them, every failure a problem document. HEAD is
 * answered by the route of GET. Immutable.
 */
public final class Router implements HttpHandler {
    private static final System.Logger LOG = System.getLogger(Router.class.getName());
    private static final String INTERNAL_DETAIL =
            "The server could not do this. Its log has the reason under the request id.";

    private final RouterOptions options;
    private final RouteTree tree = new RouteTree();
    private final Map<String, ApiHandler> chains = new HashMap<>();

    /**
     * @param handlers by operation id, one for every route and no other
     * @param filters the first one is the outermost
     * @throws IllegalArgumentException for operation ids that occur twice, routes that match the
     *     same requests, and routes without handler or handlers without route
     */
    public Router(
            RouterOptions options,
            List<Route> routes,
            Map<String, ? extends ApiHandler> handlers,
            List<? extends ApiFilter> filters) {
        this.options = options;
        Set<String> without = new TreeSet<>(handlers.keySet());
        Set<String> operations = new HashSet<>();
        for (Route route : routes) {
            if (!operations.add(route.operationId())) {
                throw new IllegalArgumentException(
                        "two routes have the operation id " + route.operationId());
            }
            tree.add(route);
            ApiHandler handler = handlers.get(route.operationId());
            if (handler == null) {
                throw new IllegalArgumentException(
                        "the operation " + route.operationId() + " has no handler");
            }
            without.remove(route.operationId());
            chains.put(route.operationId(), chain(handler, filters));
        }
        if (!without.isEmpty()) {
            throw new IllegalArgumentException("handlers without a route: " + without);
        }
    }

    private static ApiHandler chain(ApiHandler handler, List<? extends ApiFilter> filters) {
        ApiHandler chain = handler;
        for (ApiFilter filter : filters.reversed()) {
            ApiHandler next = chain;
            chain = request -> filter.filter(request, next);
        }
        return chain;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        RequestInfo info = RequestInfo.of(exchange, options.clients(), options.clock());
        ApiResponse response = respond(exchange, info);
        try {
            ResponseSender.send(exchange, info, response);
        } finally {
            options.observer()
                    .answered(
                            exchange.getRequestMethod(),
                            RequestInfo.operation(exchange),
                            exchange.getResponseCode());
        }
    }

    private ApiResponse respond(HttpExchange exchange, RequestInfo info) throws IOException {
        try {
            return route(exchange, info);
        } catch (ProblemException problem) {
            ApiResponse answer =
                    Problems.response(
                            problem.code(), message(problem), problem.issues(), info.requestId());
            for (Map.Entry<String, String> header : problem.headers().entrySet()) {
                answer = answer.withHeader(header.getKey(), header.getValue());
            }
            return answer;
        } catch (MyriarchException failure) {
            if (isFault(failure)) {
                logFailure(info, failure);
            }
            return Problems.response(failure.code(), message(failure), info.requestId());
        } catch (RequestFailure failure) {
            return bodyFailure(failure, info);
        } catch (IOException | RuntimeException | StackOverflowError failure) {
            if (ServerExchange.of(exchange).map(own -> own.connection().broken()).orElse(false)) {
                throw failure;
            }
            logFailure(info, failure);
            return Problems.response(ErrorCode.INTERNAL, INTERNAL_DETAIL, info.requestId());
        }
    }

    private ApiResponse route(HttpExchange exchange, RequestInfo info) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        boolean below = path.startsWith(options.basePath() + "/");
        Optional<RouteTree.Match> match =
                below
                        ? tree.find(
                                PercentDecoder.segments(
                                        path.substring(options.basePath().length())))
                        : Optional.empty();
        if (match.isEmpty()) {
            throw new MyriarchException(ErrorCode.NOT_FOUND, "There is no such path in this API.");
        }
        Route route = method(match.get(), exchange.getRequestMethod());
        RequestInfo.operation(exchange, route.operationId());
        RequestInfo.route(exchange, options.basePath() + route.pattern());
        Map<String, String> values = new HashMap<>();
        List<String> names = RouteTree.parameterNames(route);
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), PercentDecoder.pathSegment(match.get().rawValues().get(i)));
        }
        int bodyLimit = options.bodyLimit(route.operationId());
        ApiHandler chain = chains.get(route.operationId());
        if (chain == null) {
            throw new IllegalStateException("no handler for " + route.operationId());
        }
        return chain.handle(new RoutedRequest(exchange, info, route, values, bodyLimit));
    }

    private static Route method(RouteTree.Match match, String method) {
        Route route = match.routes().get(method);
        if (route == null && method.equals("HEAD")) {
            route = match.routes().get("GET");
        }
        if (route != null) {
            return route;
        }
        Set<String> allowed = match.methods();
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        throw new ProblemException(
                ErrorCode.METHOD_NOT_ALLOWED,
                "This path takes " + String.join(", ", allowed) + ".",
                List.of(),
                Map.of("Allow", String.join(", ", allowed)));
    }

    /** What the server found wrong with the body while a handler read it. */
    private static ApiResponse bodyFailure(RequestFailure failure, RequestInfo info)
            throws RequestFailure {
        return switch (failure.status()) {
            case 400 -> problem(ErrorCode.BAD_REQUEST, failure, info);
            case 413 -> problem(ErrorCode.PAYLOAD_TOO_LARGE, failure, info);
            default -> throw failure;
        };
    }

    private static ApiResponse problem(ErrorCode code, RequestFailure failure, RequestInfo info) {
        return Problems.response(code, failure.reason(), info.requestId())
                .withHeader("Connection", "close");
    }

    private static String message(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null ? "" : message;
    }

    /**
     * A handler that is too busy says so, and any client can make it: no trace for each of them.
     */
    private static boolean isFault(MyriarchException failure) {
        boolean busy = failure.code() == ErrorCode.UNAVAILABLE && failure.getCause() == null;
        return failure.code().status() >= 500 && !busy;
    }

    private static void logFailure(RequestInfo info, Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, "request " + info.requestId() + " failed", failure);
    }
}
