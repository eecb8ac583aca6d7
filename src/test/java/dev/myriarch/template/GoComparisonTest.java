package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.myriarch.base.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Random templates with what Go 1.26 made of them: formats, literals, comparisons, positions,
 * blocks and garbage. Lines where this language differs on purpose are left out (integers as
 * ranges, bytes of strings, variables that only an untaken branch lacks). The values below are the
 * dot and {@code $} of every line.
 */
class GoComparisonTest {
    private static final int LINES = 3813;

    @Test
    void everyLineGivesWhatGoGives() throws IOException {
        TemplateData data = data();
        List<String> failures = new ArrayList<>();
        List<String> lines = lines();
        assertThat(lines).hasSize(LINES);
        for (int i = 0; i < lines.size(); i++) {
            JsonObject line = JsonParser.parseString(lines.get(i)).getAsJsonObject();
            boolean accepted = line.get("ok").getAsBoolean();
            String actual = outcome(line.get("template").getAsString(), data);
            boolean same =
                    accepted
                            ? actual.equals(line.get("text").getAsString())
                            : actual.startsWith("refused: ");
            if (!same) {
                failures.add("line %d: %s gave %s".formatted(i + 1, line, actual));
            }
        }
        assertThat(failures).isEmpty();
    }

    private static String outcome(String template, TemplateData data) {
        try {
            return Template.parse("[[ with $ := .params ]]" + template + "[[ end ]]")
                    .interpolate(data);
        } catch (TemplateException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static List<String> lines() throws IOException {
        try (InputStream in =
                GoComparisonTest.class.getResourceAsStream("/template/go-lines.jsonl")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static TemplateData data() {
        Map<String, Value> map = new LinkedHashMap<>();
        map.put("x", Value.of(1));
        map.put("é", Value.of("z"));
        map.put("y", new Value.Mapping(Map.of("q", Data.list(Value.of(1), Value.of(2)))));
        return Data.with(
                "inf",
                Value.of(Double.POSITIVE_INFINITY),
                "ninf",
                Value.of(Double.NEGATIVE_INFINITY),
                "nan",
                Value.of(Double.NaN),
                "n",
                Value.of(7),
                "f",
                Value.of(2.5),
                "s",
                Value.of("hé"),
                "e",
                Value.of(""),
                "t",
                Value.of(true),
                "no",
                Value.of(false),
                "l",
                Data.list(Value.of("a"), Value.of("b"), Value.of(3)),
                "m",
                new Value.Mapping(map),
                "none",
                Value.ofNull(),
                "el",
                Value.emptySequence());
    }
}
