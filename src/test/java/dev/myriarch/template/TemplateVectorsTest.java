package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.myriarch.base.Value;
import dev.myriarch.testing.Vectors;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every line of {@code templates.jsonl}, made with Go's text/template. */
class TemplateVectorsTest {
    private static final int LINES = 3159;

    private final TemplateData data = data();

    @Test
    void everyVectorGivesWhatGoGives() {
        assertThat(Vectors.lines("templates.jsonl")).hasSizeGreaterThanOrEqualTo(LINES);
        Vectors.check("templates.jsonl", this::check);
    }

    private void check(Vectors.Line line) {
        boolean typed = line.text("mode").equals("typed");
        Value value;
        try {
            Template template = Template.parse(line.text("template"));
            assertThat(!typed || template.isWholeExpression()).as("is a whole expression").isTrue();
            value = typed ? template.evaluate(data) : Value.of(template.interpolate(data));
        } catch (TemplateException e) {
            if (line.flag("ok")) {
                fail("refused: " + e.getMessage());
            }
            assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(300);
            return;
        }
        assertThat(line.flag("ok")).as("accepted with %s", value).isTrue();
        assertThat(value).isEqualTo(typed ? line.value("value") : Value.of(line.text("text")));
    }

    private static TemplateData data() {
        Value.Mapping data = mapping(Vectors.plainJson("template-data.json"));
        Value.Mapping agent = mapping(data, "agent");
        Value.Mapping fleet = mapping(data, "fleet");
        // JSON does not tell that these two were floats when the vectors were made.
        Map<String, Value> params = new LinkedHashMap<>(mapping(data, "params").entries());
        params.put("whole", Value.of(2.0));
        params.put("big", Value.of(1_000_000.0));
        return new TemplateData(
                new Value.Mapping(params),
                text(agent, "id"),
                texts(mapping(agent, "attributes")),
                text(fleet, "name"),
                texts(mapping(fleet, "labels")),
                text(mapping(data, "blueprint"), "name"));
    }

    private static Value.Mapping mapping(Value value) {
        return (Value.Mapping) value;
    }

    private static Value.Mapping mapping(Value.Mapping parent, String key) {
        return mapping(get(parent, key));
    }

    private static String text(Value.Mapping parent, String key) {
        return ((Value.Text) get(parent, key)).value();
    }

    private static Value get(Value.Mapping parent, String key) {
        Value value = parent.entries().get(key);
        return value == null ? fail("no " + key + " in the data") : value;
    }

    private static Map<String, String> texts(Value.Mapping map) {
        Map<String, String> texts = new LinkedHashMap<>();
        map.entries().forEach((key, value) -> texts.put(key, ((Value.Text) value).value()));
        return texts;
    }
}
