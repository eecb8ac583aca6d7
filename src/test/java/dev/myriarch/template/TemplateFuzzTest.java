package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.FuzzCorpus;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Templates from Git: they end, within their bounds, and in the same way each time. */
public class TemplateFuzzTest {
    private static final TemplateData DATA =
            Data.with(
                    "number",
                    Value.of(42),
                    "text",
                    Value.of("b c"),
                    "list",
                    Data.list(Value.of(1), Value.of("x")));

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(TemplateFuzzTest.class, TemplateFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    /** True when it can be parsed. */
    private static boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Template template;
        try {
            template = Template.parse(text);
        } catch (TemplateException refused) {
            checkPlace(refused, text);
            return false;
        }
        assertThat(template.references()).isEqualTo(parsedAgain(text).references());
        String first = output(template, text);
        assertThat(output(template, text)).isEqualTo(first);
        if (!Template.isTemplate(text) && first.startsWith("=")) {
            assertThat(first).isEqualTo("=" + text);
        }
        return true;
    }

    private static Template parsedAgain(String text) {
        try {
            return Template.parse(text);
        } catch (TemplateException e) {
            throw new AssertionError("refused the second time", e);
        }
    }

    private static String output(Template template, String text) {
        try {
            String output = template.interpolate(DATA);
            assertThat(output.getBytes(StandardCharsets.UTF_8).length)
                    .isLessThanOrEqualTo(TemplateLimits.TEXT_BYTES);
            template.evaluate(DATA);
            return "=" + output;
        } catch (TemplateException failure) {
            checkPlace(failure, text);
            return "!" + failure.getMessage();
        }
    }

    private static void checkPlace(TemplateException failure, String text) {
        assertThat(failure.getMessage()).isNotBlank();
        assertThat(failure.offset()).isBetween(-1, text.length());
    }
}
