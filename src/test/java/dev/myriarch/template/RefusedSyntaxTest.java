package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused when a template is parsed, so in every branch and without data. */
class RefusedSyntaxTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "[[ define \"x\" ]]a[[ end ]]  ~ [[ define ]] is not allowed",
                "[[ template \"x\" ]]          ~ [[ template ]] is not allowed",
                "[[ block \"x\" . ]]a[[ end ]] ~ [[ block ]] is not allowed",
                "[[ if false ]][[ template \"x\" ]][[ end ]] ~ [[ template ]] is not allowed",
                "[[ call .params.f ]]          ~ there is no function \"call\"",
                "[[ html \"x\" ]]              ~ there is no function \"html\"",
                "[[ js \"x\" ]]                ~ there is no function \"js\"",
                "[[ env \"HOME\" ]]            ~ there is no function \"env\"",
                "[[ upper ]]                   ~ wrong number of arguments: 0 instead of 1",
                "[[ \"a\" | upper \"b\" ]]     ~ wrong number of arguments: 2 instead of 1",
                "[[ print upper ]]             ~ wrong number of arguments: 0 instead of 1",
                "[[ if false ]][[ eq 1 ]][[ end ]] ~ 1 instead of at least 2",
                "[[ slice 1 2 3 4 5 ]]         ~ 5 instead of 1 to 4",
                "[[ nil ]]                     ~ nil is not a value of its own",
                "[[ 1 2 ]]                     ~ only a function can take arguments",
                "[[ .params.x 1 ]]             ~ only a function can take arguments",
                "[[ 1 | .params.x ]]           ~ only a function can take arguments",
                "[[ 1 | (print) ]]             ~ only a function can take arguments",
                "[[ $x ]]                      ~ there is no variable \"$x\"",
                "[[ $x = 1 ]]                  ~ there is no variable \"$x\"",
                "[[ if true ]][[ $x := 1 ]][[ end ]][[ $x ]] ~ there is no variable \"$x\"",
                "[[ break ]]                   ~ outside of a range",
                "[[ range .l ]][[ else ]][[ continue ]][[ end ]] ~ outside of a range",
                "[[ end ]]                     ~ without a block",
                "[[ else ]]                    ~ without a block",
                "[[ if true ]]a                ~ has no [[ end ]]",
                "[[ if true ]]a[[ else ]]b[[ else ]]c[[ end ]] ~ unexpected [[ else ]]",
                "[[ if true ]]a[[ else with 1 ]]b[[ end ]]     ~ unexpected [[ else ]]",
                "[[ if ]]a[[ end ]]            ~ missing value for if",
                "[[ ]]                         ~ missing value for action",
                "[[ .params.x                  ~ the action has no end",
                "[[ (1 ]]                      ~ a parenthesis is not closed",
                "[[ 1) ]]                      ~ unexpected closing parenthesis",
                "[[ \"a ]]                     ~ the quoted text has no end",
                "[[ `a ]]                      ~ the raw text has no end",
                "[[/* a ]]                     ~ the comment has no end",
                "[[/* a */ ]]                  ~ a comment must be all of its action",
                "[[ 1i ]]                      ~ bad number",
                "[[ 08 ]]                      ~ bad number",
                "[[ 0E_1 ]]                    ~ bad number",
                "[[ 9223372036854775808 ]]     ~ does not fit in 64 bits",
                "[[ 1e999 ]]                   ~ bad number",
                "[[ 'ab' ]]                    ~ not one character",
                "[[ \"\\q\" ]]                 ~ unknown escape",
                "[[ \"\\ud800\" ]]             ~ not a character",
                "[[ \"\\xff\" ]]               ~ not UTF-8",
                "[[ true.x ]]                  ~ unexpected . after",
                "[[ $a, $b := 1 ]]             ~ too many variables",
                "[[ range $a, $b, $c := .l ]][[ end ]] ~ too many variables",
                "[[ # ]]                       ~ unexpected character \"#\""
            })
    void refusedWhenParsed(String template, String message) {
        assertThat(Data.refusal(template)).contains(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%T",
                "%p",
                "%*d",
                "%.*f",
                "%[1]d",
                "%z",
                "%!",
                "%",
                "%5",
                "%w",
                "%O",
                "%257d",
                "%.257f",
                "%99999999999d"
            })
    void formatsThatAreRefused(String format) {
        assertThat(Data.failure("[[ printf `" + format + "` 1 2 ]]")).startsWith("printf: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"%d\" \"s\"", "\"%s\" 1", "\"%t\" 1", "\"%f\" 1", "\"%d\" 1.5", "\"%d %d\" 1",
                "\"%d\" 1 2", "\"x\" 1", "\"%v\" nil", "\"%q\" true", "\"%c\" \"a\"", "\"%%\" 1"
            })
    void whatGoWouldMarkIsAnError(String arguments) {
        assertThat(Data.failure("[[ printf " + arguments + " ]]")).startsWith("printf: ");
    }

    @Test
    void widthsUpToTheLimitArePrinted() throws TemplateException {
        assertThat(Data.text("[[ printf \"%256d|%.256f\" 1 1.0 ]]"))
                .isEqualTo(" ".repeat(255) + "1|1." + "0".repeat(256));
    }
}
