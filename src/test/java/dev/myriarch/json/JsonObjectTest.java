package dev.myriarch.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
    private static final JsonObject OBJECT =
            request(
                    """
                    {"name": "a", "count": 3, "on": true, "none": null, "ratio": 1.5,
                     "tags": ["x", "y"], "labels": {"team": "core"}, "bad": ["x", 1],
                     "items": [{"id": "1"}, {"id": 2}]}
                    """);

    @Test
    void fieldsAreReadByType() {
        assertThat(OBJECT.text("name")).isEqualTo("a");
        assertThat(OBJECT.integer("count", 1, 10)).isEqualTo(3);
        assertThat(OBJECT.flag("on")).isTrue();
        assertThat(OBJECT.value("ratio")).contains(Value.of(1.5));
        assertThat(OBJECT.texts("tags")).containsExactly("x", "y");
        assertThat(OBJECT.textMap("labels")).isEqualTo(Map.of("team", "core"));
        assertThat(OBJECT.objects("items").getFirst().text("id")).isEqualTo("1");
        assertThat(OBJECT.optionalChoice("name", List.of("a", "b"))).contains("a");
    }

    @Test
    void nullCountsAsAbsent() {
        assertThat(OBJECT.has("none")).isFalse();
        assertThat(OBJECT.optionalText("none")).isEmpty();
        assertThat(OBJECT.optionalInteger("missing", 0, 1)).isEmpty();
        assertThat(OBJECT.texts("missing")).isEmpty();
        assertThat(OBJECT.textMap("none")).isEmpty();
        assertThat(OBJECT.entries()).containsKey("none");
    }

    @Test
    void aWrongTypeIsABadRequestAndNamesThePath() {
        fails(
                () -> OBJECT.text("count"),
                ErrorCode.BAD_REQUEST,
                "count must be a string, not an integer");
        fails(
                () -> OBJECT.flag("name"),
                ErrorCode.BAD_REQUEST,
                "name must be true or false, not a string");
        fails(
                () -> OBJECT.texts("bad"),
                ErrorCode.BAD_REQUEST,
                "bad[1] must be a string, not an integer");
        fails(
                () -> OBJECT.objects("tags"),
                ErrorCode.BAD_REQUEST,
                "tags[0] must be an object, not a string");
        fails(
                () -> OBJECT.objects("items").get(1).text("id"),
                ErrorCode.BAD_REQUEST,
                "items[1].id must be a string, not an integer");
        fails(
                () -> OBJECT.object("labels").flag("team"),
                ErrorCode.BAD_REQUEST,
                "labels.team must be true or false, not a string");
        fails(() -> request("[]"), ErrorCode.BAD_REQUEST, "the body must be an object, not a list");
    }

    @Test
    void aMissingOrWrongValueFailsValidation() {
        fails(() -> OBJECT.text("missing"), ErrorCode.VALIDATION_FAILED, "missing is required");
        fails(
                () -> OBJECT.integer("count", 5, 10),
                ErrorCode.VALIDATION_FAILED,
                "count must be between 5 and 10");
        fails(
                () -> OBJECT.optionalChoice("name", List.of("x", "y")),
                ErrorCode.VALIDATION_FAILED,
                "name must be one of x, y");
        fails(
                () -> request("{\"n\": 99999999999999999999}").integer("n", 0, 5),
                ErrorCode.VALIDATION_FAILED,
                "n must be between 0 and 5");
    }

    @Test
    void unknownFieldsAreRefused() {
        JsonObject object = request("{\"name\": 1, \"nmae\": 2}");
        fails(
                () -> object.allowOnly("name", "kind"),
                ErrorCode.BAD_REQUEST,
                "unknown field nmae; known are name, kind");
        assertThat(object.allowOnly("name", "nmae")).isSameAs(object);
    }

    @Test
    void aBodyThatIsNoJsonIsABadRequest() {
        fails(
                () -> request("{"),
                ErrorCode.BAD_REQUEST,
                "the body is invalid JSON at line 1, column 2: the text ends too early");
    }

    @Test
    void mistakesInStoredDataAreInternal() {
        fails(
                () -> JsonObject.readStored("{", "agents.labels"),
                ErrorCode.INTERNAL,
                "agents.labels is invalid JSON at line 1, column 2: the text ends too early");
        fails(
                () -> JsonObject.readStored("{\"a\": 1}", "agents.labels").text("a"),
                ErrorCode.INTERNAL,
                "agents.labels: a must be a string, not an integer");
    }

    private static JsonObject request(String json) {
        return JsonObject.readRequest(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void fails(ThrowingCallable call, ErrorCode code, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MyriarchException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessage(message);
    }
}
