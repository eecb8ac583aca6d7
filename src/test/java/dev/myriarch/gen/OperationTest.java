package dev.myriarch.gen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.auth.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class OperationTest {
    @Test
    void operationsEqualTheDocument() throws IOException {
        List<String> expected = new ArrayList<>();
        map(document().get("paths"))
                .forEach((pattern, path) ->
                        map(path)
                                .forEach((method, operation) ->
                                        expected.add(
                                                method.toUpperCase(Locale.ROOT)
                                                        + " "
                                                        + pattern
                                                        + " "
                                                        + map(operation).get("operationId")
                                                        + " "
                                                        + map(operation).get("x-permission"))));

        List<String> actual = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            actual.add(
                    operation.method()
                            + " "
                            + operation.pattern()
                            + " "
                            + operation.operationId()
                            + " "
                            + operation.permission());
        }
        assertThat(actual).isEqualTo(expected).hasSizeGreaterThan(15);
    }

    @Test
    void onlyReEnrollingIsForAdministratorsAlone() {
        List<String> beyondOperators = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            boolean special =
                    operation.permission().equals("public")
                            || operation.permission().equals("custom");
            if (!special && !Role.OPERATOR.permits(operation.permission())) {
                beyondOperators.add(operation.permission());
            }
        }
        assertThat(beyondOperators).containsExactly("agents:re_enroll");
    }

    @Test
    void onlyTheWaysToSignInArePublic() {
        List<Operation> open = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            if (operation.permission().equals("public")) {
                open.add(operation);
            }
        }
        assertThat(open)
                .containsExactlyInAnyOrder(Operation.GET_LOGIN_OPTIONS, Operation.PASSWORD_LOGIN);
    }

    private static Map<String, Object> document() throws IOException {
        String yaml = Files.readString(Path.of("api/openapi.yaml"));
        return map(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }
}
