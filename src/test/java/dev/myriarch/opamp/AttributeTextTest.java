package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ArrayValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.KeyValueList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttributeTextTest {
    private static final SecretRedactor REDACTOR = new SecretRedactor(new byte[32]);

    private static AnyValue text(String value) {
        return AnyValue.newBuilder().setStringValue(value).build();
    }

    private static KeyValue attribute(String key, AnyValue value) {
        return KeyValue.newBuilder().setKey(key).setValue(value).build();
    }

    @Test
    void everyKindOfValueHasItsText() {
        assertThat(AttributeText.of(text("a b"))).isEqualTo("a b");
        assertThat(AttributeText.of(AnyValue.newBuilder().setBoolValue(true).build()))
                .isEqualTo("true");
        assertThat(AttributeText.of(AnyValue.newBuilder().setIntValue(-42).build()))
                .isEqualTo("-42");
        assertThat(AttributeText.of(AnyValue.newBuilder().setDoubleValue(0.5).build()))
                .isEqualTo("0.5");
        assertThat(AttributeText.of(AnyValue.newBuilder().setDoubleValue(3).build()))
                .isEqualTo("3");
        assertThat(
                        AttributeText.of(
                                AnyValue.newBuilder()
                                        .setBytesValue(ByteString.copyFrom(new byte[] {1, 2}))
                                        .build()))
                .isEqualTo("AQI=");
        assertThat(AttributeText.of(AnyValue.getDefaultInstance())).isEmpty();
    }

    @Test
    void listsAndMapsAreJson() {
        AnyValue list =
                AnyValue.newBuilder()
                        .setArrayValue(
                                ArrayValue.newBuilder()
                                        .addValues(text("x\"y"))
                                        .addValues(AnyValue.newBuilder().setIntValue(1))
                                        .addValues(AnyValue.getDefaultInstance()))
                        .build();
        assertThat(AttributeText.of(list)).isEqualTo("[\"x\\\"y\",1,null]");
        AnyValue map =
                AnyValue.newBuilder()
                        .setKvlistValue(
                                KeyValueList.newBuilder()
                                        .addValues(attribute("b", list))
                                        .addValues(
                                                attribute(
                                                        "a",
                                                        AnyValue.newBuilder()
                                                                .setDoubleValue(Double.NaN)
                                                                .build())))
                        .build();
        assertThat(AttributeText.of(map)).isEqualTo("{\"a\":\"NaN\",\"b\":[\"x\\\"y\",1,null]}");
    }

    @Test
    void secretsInValuesAreGoneAndWhatIsSelectedByStays() {
        KeptAttributes kept =
                AttributeText.keep(
                        List.of(
                                attribute("host.name", text("http://u:pw@h")),
                                attribute("api_key", text("plain-key")),
                                attribute("note", text("api_key=plain-key")),
                                attribute("k8s.secret.name", text("mine")),
                                attribute("site", text("lab-1")),
                                attribute("empty.token", text(""))),
                        REDACTOR);
        String key = REDACTOR.marker("plain-key");
        assertThat(kept.cut()).isEmpty();
        assertThat(kept.leftOut()).isEmpty();
        assertThat(kept.texts())
                .isEqualTo(
                        Map.of(
                                "host.name",
                                "http://" + REDACTOR.marker("u:pw") + "@h",
                                "api_key",
                                key,
                                "note",
                                "api_key=" + key,
                                "k8s.secret.name",
                                "mine",
                                "site",
                                "lab-1",
                                "empty.token",
                                ""));
    }

    @Test
    void halfASecretAtTheEndOfWhatIsReadIsLeftOut() {
        String pem = "-----BEGIN A KEY-----" + "x".repeat(65_400) + "-----END A KEY-----";
        String redacted =
                AttributeText.redacted(pem + " https://user:" + "p".repeat(1000), REDACTOR);
        assertThat(redacted).doesNotContain("ppp").startsWith("[REDACTED:");
    }

    @Test
    void keysAndValuesAreBounded() {
        KeptAttributes kept =
                AttributeText.keep(
                        List.of(
                                attribute("k".repeat(AttributeText.MAX_KEY + 1), text("x")),
                                attribute("", text("x")),
                                attribute("long", text("y".repeat(AttributeText.MAX_VALUE + 1))),
                                attribute(
                                        "emoji",
                                        text(
                                                "z".repeat(AttributeText.MAX_VALUE - 2)
                                                        + "\uD83D\uDE00a")),
                                attribute("twice", text("first")),
                                attribute("twice", text("last"))),
                        REDACTOR);
        assertThat(kept.cut()).containsExactly("emoji", "long");
        assertThat(kept.leftOut()).containsExactly("k".repeat(AttributeText.MAX_KEY + 1));
        Map<String, String> texts = kept.texts();
        assertThat(texts).containsOnlyKeys("long", "emoji", "twice").containsEntry("twice", "last");
        assertThat(texts.getOrDefault("long", "")).hasSize(AttributeText.MAX_VALUE).endsWith("y…");
        assertThat(texts.getOrDefault("emoji", "")).endsWith("z…");

        List<KeyValue> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(attribute("key%04d".formatted(i), text("v")));
        }
        KeptAttributes first = AttributeText.keep(many, REDACTOR);
        assertThat(first.leftOut())
                .hasSize(1000 - AttributeText.MAX_ATTRIBUTES)
                .contains("key0999");
        assertThat(first.texts()).hasSize(AttributeText.MAX_ATTRIBUTES).containsKey("key0000");

        List<KeyValue> large = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            large.add(attribute("key%04d".formatted(i), text("v".repeat(4000))));
        }
        assertThat(AttributeText.keep(large, REDACTOR).texts())
                .hasSize(AttributeText.MAX_TOTAL / 4007);
    }
}
