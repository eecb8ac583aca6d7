package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTreeTest {
    private static RouteTree tree(String... patterns) {
        RouteTree tree = new RouteTree();
        for (String pattern : patterns) {
            tree.add(new Route("GET", pattern, pattern, "read"));
        }
        return tree;
    }

    private static Optional<RouteTree.Match> find(RouteTree tree, String path) {
        return tree.find(PercentDecoder.segments(path));
    }

    @ParameterizedTest
    @CsvSource({
        "/agents,/agents",
        "/agents/facets,/agents/facets",
        "/agents/x,/agents/{id}",
        "/agents/x/events,/agents/{id}/events",
        "/agents/facets/events,/agents/{id}/events",
        "/r/a/b,/r/{x}/{y}",
        "/r/a/compare,/r/{x}/compare",
    })
    void literalSegmentsWinOverParameters(String path, String pattern) {
        RouteTree tree =
                tree(
                        "/agents",
                        "/agents/{id}",
                        "/agents/facets",
                        "/agents/{id}/events",
                        "/r/{x}/{y}",
                        "/r/{x}/compare");
        assertThat(find(tree, path).orElseThrow().routes().get("GET"))
                .isNotNull()
                .extracting(Route::pattern)
                .isEqualTo(pattern);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/agents/", "/agents/x/", "//agents", "/Agents", "/agents/x/y"})
    void otherPathsDoNotMatch(String path) {
        assertThat(find(tree("/agents", "/agents/{id}"), path)).isEmpty();
    }

    @Test
    void valuesComeInTheOrderOfTheParameters() {
        assertThat(find(tree("/r/{x}/s/{y}"), "/r/1/s/2%20").orElseThrow().rawValues())
                .containsExactly("1", "2%20");
    }

    @Test
    void methodsOfOnePathMayNameTheirParametersDifferently() {
        RouteTree tree = new RouteTree();
        tree.add(new Route("GET", "/a/{id}", "get", "read"));
        tree.add(new Route("DELETE", "/a/{name}", "delete", "read"));
        assertThat(find(tree, "/a/1").orElseThrow().methods()).containsExactly("DELETE", "GET");
    }

    @Test
    void twoRoutesForTheSameRequestsAreAnError() {
        RouteTree tree = tree("/a/{id}");
        assertThatThrownBy(() -> tree.add(new Route("GET", "/a/{name}", "other", "read")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a/{id}")
                .hasMessageContaining("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "/a/", "//a", "/a/{}", "/a/{x}/{x}", "/a/x{y}", "/a/{x}y"})
    void malformedPatternsAreAnError(String pattern) {
        assertThatThrownBy(() -> tree(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("malformed");
    }

    @Test
    void segmentsKeepEmptyOnes() {
        assertThat(PercentDecoder.segments("/")).isEqualTo(List.of(""));
        assertThat(PercentDecoder.segments("/a//b/")).isEqualTo(List.of("a", "", "b", ""));
    }
}
