package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.testing.GoldenFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The reference page of the functions; the results of its examples are computed here. */
final class FunctionReferenceTest {
    private static final Object[] PARAMETERS = {
        "hosts",
        Value.ofTexts(List.of("a", "b")),
        "limit",
        Value.of(75),
        "nothing",
        Value.ofNull(),
        "ports",
        new Value.Mapping(Map.of("otlp", Value.of(4317), "jaeger", Value.of(14250)))
    };

    @Test
    void theReferencePageIsMadeFromTheEntries() throws TemplateException {
        GoldenFiles.checkFile(Path.of("docs/reference/template-functions.md"), page());
    }

    @Test
    void everyFunctionHasAnEntryAndNothingElse() {
        assertThat(entries().stream().map(FunctionEntry::name))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Functions.names());
    }

    @Test
    void signaturesSayHowManyArgumentsFunctionsTake() {
        assertThat(entries())
                .allSatisfy(entry -> {
                    TemplateFunction function =
                            Objects.requireNonNull(Functions.find(entry.name()));
                    assertThat(entry.minimum()).as(entry.signature()).isEqualTo(function.minimum());
                    assertThat(entry.maximum()).as(entry.signature()).isEqualTo(function.maximum());
                });
    }

    @Test
    void wrongCountsAreFoundWhenTheTemplateIsRead() {
        for (FunctionEntry entry : entries()) {
            if (entry.minimum() > 0) {
                assertThat(Data.refusal(call(entry, entry.minimum() - 1)))
                        .startsWith(entry.name() + ": wrong number of arguments: ");
            }
            if (entry.maximum() != TemplateFunction.ANY) {
                assertThat(Data.refusal(call(entry, entry.maximum() + 1)))
                        .startsWith(entry.name() + ": wrong number of arguments: ");
            }
        }
    }

    private static String call(FunctionEntry entry, int arguments) {
        return "[[ " + entry.name() + " 1".repeat(arguments) + " ]]";
    }

    @Test
    void everyEntryHasAnExampleThatUsesItsFunction() {
        assertThat(entries())
                .allSatisfy(entry -> {
                    assertThat(entry.meaning()).as(entry.name()).matches("(?s)[A-Z`].*\\.");
                    assertThat(entry.errors()).as(entry.name()).matches("(?s)|[A-Z`].*\\.");
                    assertThat(entry.examples()).as(entry.name()).isNotEmpty();
                    assertThat(entry.examples())
                            .allMatch(each -> each.contains(entry.name() + " "));
                    assertThat(entry.failures())
                            .allMatch(each -> each.contains(entry.name() + " "));
                });
    }

    @Test
    void whatAFunctionSaysAboutErrorsIsShownByAFailureOrABound() {
        assertThat(entries())
                .filteredOn(entry -> entry.failures().isEmpty())
                .allSatisfy(
                        entry -> assertThat(entry.errors()).as(entry.name()).matches("|.*[0-9].*"));
        assertThat(entries())
                .filteredOn(entry -> entry.errors().isEmpty())
                .allSatisfy(entry -> assertThat(entry.failures()).as(entry.name()).isEmpty());
    }

    private static List<FunctionEntry> entries() {
        return FunctionEntries.all().values().stream().flatMap(List::stream).toList();
    }

    private static String page() throws TemplateException {
        StringBuilder page = new StringBuilder(head());
        for (Map.Entry<String, List<FunctionEntry>> group : FunctionEntries.all().entrySet()) {
            page.append("\n## ").append(group.getKey()).append('\n');
            for (FunctionEntry entry : group.getValue()) {
                section(page, entry);
            }
        }
        return page.toString();
    }

    private static void section(StringBuilder page, FunctionEntry entry) throws TemplateException {
        page.append("\n### %s\n\n".formatted(entry.name()));
        page.append("`%s`\n\n".formatted(entry.signature()));
        page.append(entry.meaning()).append('\n');
        if (!entry.errors().isEmpty()) {
            page.append("\nErrors: ").append(entry.errors()).append('\n');
        }
        page.append("\n| Template | Result |\n| --- | --- |\n");
        for (String template : entry.examples()) {
            String result = JsonText.of(Data.evaluate(template, PARAMETERS));
            page.append(row(template, code(result)));
        }
        for (String template : entry.failures()) {
            page.append(row(template, "error: " + cell(Data.failure(template, PARAMETERS))));
        }
    }

    private static String row(String template, String result) {
        return "| %s | %s |\n".formatted(code(template), result);
    }

    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
    }

    private static String head() throws TemplateException {
        return """
        # Template functions

        What can stand between `[[` and `]]` in a [blueprint](../concepts/blueprints.md). The language is that of
        Go's text/template: conditions, `range`, `with`, variables, pipelines (`X | f A` is `f A X`), trim markers.
        `define`, `template`, `block`, `html`, `js` and `call` do not exist. A key that is not there is an error.

        <!-- Made from FunctionEntries by FunctionReferenceTest with -Dgolden.update=true; edit there. -->

        Values are strings, integers of 64 bits, floats (doubles), booleans, null, lists and maps. Nothing is
        converted silently: `eq 1 1.0` and `upper 5` are errors. Null, false, 0 and what is empty are not true. In a
        text, a list, a map or null is an error; a text that is one expression keeps the type of its result.

        A wrong number of arguments is an error for every function, found when the file is read; every error has
        the issue code [`template_error`](issue-codes.md#template_error) and names its file and line. Of foreign
        texts, messages quote %d characters at most.

        ## Bounds

        | What | At most |
        | --- | --- |
        | one string, one result of a function, the output of a template | %d KiB |
        | all results of functions in one evaluation | %d MiB |
        | elements that `list`, `dict` and `split` make | %,d |
        | elements that all `range` of one evaluation visit | %,d |
        | `range` inside each other | %d |
        | parentheses and blocks inside each other | %d |
        | lists and maps inside each other | %d |
        | variables at one place | %,d |
        | length of a template | %d MiB |
        | time of one evaluation | %d s |

        ## Data of the examples

        Results are written as JSON, so that their type shows. The examples see:

        | Name | Value |
        | --- | --- |
        | `.agent.id` | `%s` |
        | `.agent.attributes` | `%s` |
        | `.fleet.name` | `%s` |
        | `.fleet.labels` | `%s` |
        | `.blueprint.name` | `%s` |
        | `.params` | `%s` |
        """
                .formatted(
                        TemplateLimits.QUOTED_CHARACTERS,
                        TemplateLimits.TEXT_BYTES >> 10,
                        TemplateLimits.ALL_RESULTS_BYTES >> 20,
                        TemplateLimits.LIST_ELEMENTS,
                        TemplateLimits.RANGE_ELEMENTS,
                        TemplateLimits.RANGE_NESTING,
                        TemplateLimits.NESTING,
                        TemplateLimits.VALUE_NESTING,
                        TemplateLimits.VARIABLES,
                        TemplateLimits.TEMPLATE_LENGTH >> 20,
                        TemplateLimits.COMPUTE_TIME.toSeconds(),
                        json("[[ .agent.id ]]"),
                        json("[[ .agent.attributes ]]"),
                        json("[[ .fleet.name ]]"),
                        json("[[ .fleet.labels ]]"),
                        json("[[ .blueprint.name ]]"),
                        json("[[ .params ]]"));
    }

    private static String json(String template) throws TemplateException {
        return JsonText.of(Data.evaluate(template, PARAMETERS));
    }
}
