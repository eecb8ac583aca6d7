package dev.myriarch.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Reading and writing of generated records, with the real ones. */
final class RecordTest {
    @Test
    void readingAndWritingAreInverse() {
        Value value =
                object(
                        "at", Value.of("2026-01-31T12:00:00.123Z"),
                        "revision", Value.of("abc"),
                        "result", Value.of("applied"),
                        "changedObjects", Value.ofTexts(List.of("Fleet/a", "Fleet/b")),
                        "errors", Value.of(0),
                        "warnings", Value.of(2),
                        "message", Value.of(""));

        GitopsSyncDto sync = GitopsSyncDto.read(value);

        assertThat(sync.at()).isEqualTo(Instant.parse("2026-01-31T12:00:00.123Z"));
        assertThat(sync.warnings()).isEqualTo(2);
        assertThat(sync.toValue()).isEqualTo(value);
    }

    @Test
    void absentFieldsAreLeftOutAndTimesHaveMilliseconds() {
        AgentHealthDto health =
                new AgentHealthDto(
                        true, Instant.parse("2026-01-31T12:00:00Z"), Value.emptyMapping());
        AgentConnectionDto connection =
                new AgentConnectionDto(
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        assertThat(Json.write(health.toValue()))
                .isEqualTo("{\"healthy\":true,\"at\":\"2026-01-31T12:00:00.000Z\",\"tree\":{}}");
        assertThat(Json.write(connection.toValue())).isEqualTo("{\"online\":false}");
    }

    @Test
    void anUnknownOrMistypedFieldIsABadRequest() {
        refused(
                        object(
                                "username", Value.of("dev"),
                                "password", Value.of("x"),
                                "totp", Value.of("1")),
                        ErrorCode.BAD_REQUEST)
                .hasMessage("field totp is unknown; known here: username, password");
        refused(object("username", Value.of(1), "password", Value.of("x")), ErrorCode.BAD_REQUEST)
                .hasMessage("field username must be a string, not an integer");
        refused(Value.emptySequence(), ErrorCode.BAD_REQUEST)
                .hasMessage("the body must be an object, not a list");
    }

    @Test
    void aMissingValueOrOneOutOfBoundsFailsTheValidation() {
        refused(object("username", Value.of("dev")), ErrorCode.VALIDATION_FAILED)
                .hasMessage("field password is required");
        refused(
                        object("username", Value.ofNull(), "password", Value.of("x")),
                        ErrorCode.VALIDATION_FAILED)
                .hasMessage("field username is required");
        refused(
                        object(
                                "username", Value.of("d".repeat(201)),
                                "password", Value.of("x")),
                        ErrorCode.VALIDATION_FAILED)
                .hasMessage("field username must have at most 200 characters");
        assertThatThrownBy(() ->
                        FacetDto.read(
                                object(
                                        "name", Value.of("color"),
                                        "values", Value.emptySequence())))
                .hasMessage(
                        "field name must be one of status, health, kind, version, fleet,"
                                + " configSync, configProof, osType, site.type, site.country");
        Value tooBig =
                new Value.Sequence(
                        List.of(
                                object(
                                        "value",
                                        Value.of("a"),
                                        "count",
                                        new Value.Int(java.math.BigInteger.TWO.pow(64)))));
        assertThatThrownBy(() -> FacetDto.read(object("name", Value.of("kind"), "values", tooBig)))
                .hasMessageStartingWith("field values[0].count must be between ");
    }

    @Test
    void passwordsAreNeverPrinted() {
        LoginRequestDto login =
                LoginRequestDto.read(
                        object("username", Value.of("dev"), "password", Value.of("hunter2")));

        assertThat(login.toString()).doesNotContain("hunter2");
        assertThat(login.password().reveal()).isEqualTo("hunter2");
    }

    @Test
    void theServerCannotAnswerWithAValueOutsideTheContract() {
        assertThatThrownBy(() -> new FacetDto("color", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("name is none of");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(
            Value body, ErrorCode code) {
        return assertThatThrownBy(() -> LoginRequestDto.read(body))
                .isInstanceOfSatisfying(
                        MyriarchException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Value.Mapping object(Object... keysAndValues) {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            entries.put(
                    (String) Objects.requireNonNull(keysAndValues[i]),
                    (Value) Objects.requireNonNull(keysAndValues[i + 1]));
        }
        return new Value.Mapping(entries);
    }
}
