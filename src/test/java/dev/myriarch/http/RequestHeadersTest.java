package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The fields of a request, beside the map of the JDK with the same fields. */
class RequestHeadersTest {
    private final RequestHeaders headers = headers();
    private final Headers jdk = new Headers();

    RequestHeadersTest() {
        jdk.add("HOST", "example.org");
        jdk.add("x-forwarded-for", "10.0.0.1");
        jdk.add("X-Forwarded-For", "10.0.0.2");
        jdk.add("Empty", "");
    }

    private static RequestHeaders headers() {
        RequestHeaders.Builder builder = new RequestHeaders.Builder();
        builder.add("HOST", "example.org");
        builder.add("x-forwarded-for", "10.0.0.1");
        builder.add("Empty", "");
        builder.add("X-Forwarded-For", "10.0.0.2");
        return builder.build();
    }

    @Test
    void namesCompareWithoutCase() {
        for (String name : List.of("host", "Host", "hOST", "X-FORWARDED-FOR", "empty", "missing")) {
            assertThat(headers.get(name)).as(name).isEqualTo(jdk.get(name));
            assertThat(headers.getFirst(name)).as(name).isEqualTo(jdk.getFirst(name));
            assertThat(headers.containsKey(name)).as(name).isEqualTo(jdk.containsKey(name));
        }
        assertThat(headers.get("x-forwarded-for")).containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(headers.getOrDefault("missing", List.of("a"))).containsExactly("a");
    }

    @Test
    void asMapTheyAreThoseOfTheJdk() {
        assertThat(headers.keySet()).isEqualTo(jdk.keySet());
        assertThat(headers.entrySet()).isEqualTo(jdk.entrySet());
        assertThat(headers.values()).containsExactlyInAnyOrderElementsOf(jdk.values());
        assertThat(headers.size()).isEqualTo(3);
        assertThat(headers.isEmpty()).isFalse();
        assertThat(headers.equals(jdk)).isTrue();
        assertThat(headers.hashCode()).isEqualTo(jdk.hashCode());
        assertThat(headers.containsValue(List.of("example.org"))).isTrue();
    }

    @Test
    void nothingChangesThem() {
        List<Consumer<Headers>> changes =
                List.of(
                        map -> map.put("A", List.of("b")),
                        map -> map.putAll(Map.of("A", List.of("b"))),
                        map -> map.add("A", "b"),
                        map -> map.set("Host", "b"),
                        map -> map.remove("Host"),
                        map -> map.remove("Host", List.of("example.org")),
                        map -> map.putIfAbsent("A", List.of("b")),
                        map -> map.computeIfAbsent("A", _ -> List.of("b")),
                        map -> map.merge("Host", List.of("b"), (_, other) -> other),
                        map -> map.replaceAll((_, values) -> values),
                        Headers::clear,
                        map -> map.keySet().remove("Host"),
                        map -> map.entrySet().clear(),
                        map -> map.values().clear(),
                        map -> map.getOrDefault("Host", List.of()).add("b"),
                        map -> map.getOrDefault("X-Forwarded-For", List.of()).add("b"));
        for (Consumer<Headers> change : changes) {
            assertThatThrownBy(() -> change.accept(headers))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(headers.equals(jdk)).isTrue();
    }
}
