package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages hold at most 40 characters of a value or of the template. */
class TemplateMessagesTest {
    private static final String LONG = "s3cret-".repeat(30);
    private static final String SHOWN = LONG.substring(0, 40);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ int .params.x ]]",
                "[[ float .params.x ]]",
                "[[ bool .params.x ]]",
                "[[ attr .params.x ]]",
                "[[ param .params.x ]]",
                "[[ add .params.x 1 ]]",
                "[[ eq .params.x 1 ]]",
                "[[ upper (list .params.x) ]]",
                "[[ slice .params.x 1000 ]]",
                "[[ index (dict .params.x 1) .params.x .params.x ]]",
                "[[ printf (print \"%d\" .params.x) .params.x ]]",
                "[[ range .params.x ]][[ end ]]",
                "a[[ list .params.x ]]",
                "[[ .params.x.y ]]"
            })
    void valuesAreNotEchoedInFull(String template) {
        assertThat(Data.failure(template, "x", Value.of(LONG)))
                .doesNotContain(LONG.substring(0, 41))
                .hasSizeLessThan(150);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ %s ]]",
                "[[ .params.%s ]]",
                "[[ .%s ]]",
                "[[ $%s ]]",
                "[[ \"%s\\q\" ]]",
                "[[ \"%s\".x ]]",
                "[[ 1 \"%s\" ]]",
                "[[ print \"a\"\"%s\" ]]",
                "[[ '%s' ]]",
                "[[ attr \"%s\" ]]",
                "[[ printf \"%%d\" \"%s\" ]]",
                "[[ 0x1%s ]]"
            })
    void theTemplateIsNotEchoedInFull(String template) {
        String text = template.formatted(LONG.replace('-', '_'));
        assertThat(Data.failure(text))
                .doesNotContain(LONG.replace('-', '_').substring(0, 41))
                .hasSizeLessThan(150);
    }

    @Test
    void aQuotedValueIsCutAfterFortyCharacters() {
        assertThat(Data.failure("[[ int .params.x ]]", "x", Value.of(LONG)))
                .isEqualTo("int: \"" + SHOWN + "…\" is not an integer");
        String emoji = "\uD83D\uDE00".repeat(41);
        assertThat(Data.failure("[[ int .params.x ]]", "x", Value.of(emoji)))
                .isEqualTo("int: \"" + emoji.substring(0, 80) + "…\" is not an integer");
    }

    @Test
    void controlCharactersAreNotShown() {
        assertThat(Data.failure("[[ int .params.x ]]", "x", Value.of("a\n\u001b[31m\u202e\uD800b")))
                .isEqualTo("int: \"a??[31m??b\" is not an integer");
    }

    @Test
    void theMessageOfRequiredIsCutAfterTwoHundredCharacters() {
        assertThat(Data.failure("[[ required \"set it\" .params.x ]]", "x", Value.ofNull()))
                .isEqualTo("required: set it");
        assertThat(
                        Data.failure(
                                "[[ required .params.m .params.x ]]",
                                "m",
                                Value.of("m".repeat(201)),
                                "x",
                                Value.of("")))
                .isEqualTo("required: " + "m".repeat(200) + "…");
    }

    @Test
    void typeErrorsNameOnlyTheType() {
        assertThat(Data.failure("[[ upper .params.x ]]", "x", Value.of(4711)))
                .isEqualTo("upper: argument 1 must be a string, not int");
        assertThat(Data.failure("[[ eq .params.x 1 ]]", "x", Value.of("secret")))
                .isEqualTo("eq: cannot compare string with int: convert with int, float or str");
    }
}
