package dev.myriarch.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

final class QueryTest {
    @Test
    void absentParametersHaveTheirDefault() {
        Query query = of(Operation.LIST_AGENTS, Map.of());

        assertThat(query.integer("page")).isEqualTo(1);
        assertThat(query.integer("pageSize")).isEqualTo(50);
        assertThat(query.text("sort")).contains("hostName");
        assertThat(query.text("q")).isEmpty();
        assertThat(query.texts("status")).isEmpty();
    }

    @Test
    void repeatedParametersKeepTheirOrder() {
        Query query = of(Operation.LIST_AGENTS, Map.of("version", List.of("0.150.0", "0.149.0")));

        assertThat(query.texts("version")).containsExactly("0.150.0", "0.149.0");
    }

    @Test
    void aWrongParameterIsABadRequestThatNamesIt() {
        refused(Map.of("colour", List.of("red")))
                .hasMessageStartingWith("unknown query parameter colour; known here: q, status,");
        refused(Map.of("page", List.of("0")))
                .hasMessage("query parameter page must be an integer between 1 and 1000000");
        refused(Map.of("page", List.of("one")))
                .hasMessage("query parameter page must be an integer between 1 and 1000000");
        refused(Map.of("pageSize", List.of("201")))
                .hasMessage("query parameter pageSize must be an integer between 1 and 200");
        refused(Map.of("page", List.of("1", "2")))
                .hasMessage("query parameter page may occur once only");
        refused(Map.of("status", List.of("away")))
                .hasMessage("query parameter status must be one of online, offline");
        refused(Map.of("q", List.of("x".repeat(201))))
                .hasMessage("query parameter q must have at most 200 characters");
        refused(Map.of("attr", Collections.nCopies(101, "a=b")))
                .hasMessage("query parameter attr may occur at most 100 times");
    }

    @Test
    void anOperationWithoutParametersTakesNone() {
        assertThatThrownBy(() -> of(Operation.GET_ME, Map.of("verbose", List.of("1"))))
                .hasMessage("unknown query parameter verbose; there is none here");
    }

    private static Query of(Operation operation, Map<String, List<String>> given) {
        return Query.of(operation, given.keySet(), name -> given.getOrDefault(name, List.of()));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(
            Map<String, List<String>> given) {
        return assertThatThrownBy(() -> of(Operation.LIST_AGENTS, given))
                .isInstanceOfSatisfying(
                        MyriarchException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    }
}
