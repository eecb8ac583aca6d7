package dev.myriarch.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Routes by segment. A literal segment wins over {@code {name}}, for the whole path before any
 * method is looked at. Immutable after it was built.
 */
final class RouteTree {
    /** A path that exists, with the routes of its methods. */
    record Match(Map<String, Route> routes, List<String> rawValues) {
        Set<String> methods() {
            return new TreeSet<>(routes.keySet());
        }
    }

    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Route> routes = new LinkedHashMap<>();
        private @Nullable Node parameter;
    }

    private final Node root = new Node();

    /**
     * @throws IllegalArgumentException for a malformed pattern, or when a route with the same
     *     method matches the same paths
     */
    void add(Route route) {
        if (!HttpCharacters.isToken(route.method()) || !route.pattern().startsWith("/")) {
            throw malformed(route);
        }
        Node node = root;
        for (String segment : PercentDecoder.segments(route.pattern())) {
            if (segment.isEmpty()) {
                throw malformed(route);
            }
            node = isParameter(segment) ? parameterOf(node) : literalOf(node, segment, route);
        }
        List<String> names = parameterNames(route);
        if (Set.copyOf(names).size() != names.size() || names.contains("")) {
            throw malformed(route);
        }
        Route other = node.routes.putIfAbsent(route.method(), route);
        if (other != null) {
            throw new IllegalArgumentException(
                    "the routes %s and %s are for the same requests"
                            .formatted(other.operationId(), route.operationId()));
        }
    }

    /** Names of the {@code {name}} segments in their order. */
    static List<String> parameterNames(Route route) {
        return PercentDecoder.segments(route.pattern()).stream()
                .filter(RouteTree::isParameter)
                .map(segment -> segment.substring(1, segment.length() - 1))
                .toList();
    }

    /**
     * @param segments raw segments of the path
     */
    Optional<Match> find(List<String> segments) {
        return find(root, segments, 0, new ArrayList<>());
    }

    private static Optional<Match> find(
            Node node, List<String> segments, int index, List<String> values) {
        if (index == segments.size()) {
            return node.routes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Match(node.routes, List.copyOf(values)));
        }
        String segment = segments.get(index);
        Node literal = node.literals.get(segment);
        if (literal != null) {
            Optional<Match> match = find(literal, segments, index + 1, values);
            if (match.isPresent()) {
                return match;
            }
        }
        if (node.parameter == null || segment.isEmpty()) {
            return Optional.empty();
        }
        values.add(segment);
        Optional<Match> match = find(node.parameter, segments, index + 1, values);
        values.removeLast();
        return match;
    }

    private static Node parameterOf(Node node) {
        Node child = node.parameter;
        if (child == null) {
            child = new Node();
            node.parameter = child;
        }
        return child;
    }

    private static Node literalOf(Node node, String segment, Route route) {
        if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
            throw malformed(route);
        }
        return node.literals.computeIfAbsent(segment, _ -> new Node());
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    private static IllegalArgumentException malformed(Route route) {
        return new IllegalArgumentException(
                "the route %s has a malformed method or pattern: %s %s"
                        .formatted(route.operationId(), route.method(), route.pattern()));
    }
}
