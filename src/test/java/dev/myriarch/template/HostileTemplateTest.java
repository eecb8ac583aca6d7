package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates that want to exhaust the server fail with a message, never with an error. */
class HostileTemplateTest {
    private static final int MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[[ if true ]]",
                "[[ with 1 ]]",
                "(len ",
                "[[",
                "[[ (",
                "\"",
                "`",
                "'",
                ".",
                "$",
                "|",
                "[[/*",
                "[[- ",
                " -]]",
                "[[ else if 1 ]]",
                "\\",
                "[[ end ]]",
                "\uD83D\uDE00",
                "1",
                "0x",
                "_",
                "[[ range . ]]",
                "]]"
            })
    void repetitionsOfOneFragmentAreHandled(String fragment) {
        String repeated = fragment.repeat(MEBIBYTE / fragment.length() - 10);
        for (String template :
                List.of(
                        repeated,
                        "[[ " + repeated,
                        "[[ " + repeated + " ]]",
                        "[[ if 1 ]]" + repeated)) {
            assertThat(outcome(template)).isNotBlank();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ \"a\" | print | print | print ]]",
                "[[ $x := 1 ]]",
                "[[ .params.x ]]",
                "[[/* comment */]]",
                "[[ if true ]][[ end ]]",
                "[[ print .params.x 1 \"a\" ]]",
                "text [[- 1 -]] text"
            })
    void aMebibyteOfActionsIsHandled(String action) {
        assertThat(outcome(action.repeat(MEBIBYTE / action.length()))).isNotBlank();
    }

    @Test
    void longChainsAreHandled() {
        assertThat(outcome("[[ 1" + " | print".repeat(100_000) + " ]]")).isEqualTo("string");
        assertThat(outcome("[[ .params" + ".a".repeat(500_000) + " ]]")).contains("no key");
        assertThat(outcome("[[ list" + " 1".repeat(500_000) + " ]]")).contains("10000 elements");
        assertThat(outcome("[[ if 0 ]]" + "[[ else if 0 ]]".repeat(60_000) + "[[ end ]]"))
                .isEqualTo("string");
    }

    @Test
    void deepParenthesesAreRefused() {
        assertThat(outcome("[[ " + "(".repeat(100) + "1" + ")".repeat(100) + " ]]"))
                .isEqualTo("int");
        assertThat(outcome("[[ " + "(".repeat(101) + "1" + ")".repeat(101) + " ]]"))
                .contains("nested more than 100 deep");
    }

    @Test
    void aLongerTemplateIsRefused() {
        assertThat(outcome("x".repeat(MEBIBYTE + 1))).contains("longer than 1048576 characters");
        assertThat(outcome("x".repeat(MEBIBYTE))).contains("64 KiB");
    }

    @Test
    void longNumbersAreRefused() {
        assertThat(outcome("[[ " + "1".repeat(500_000) + " ]]")).contains("too long");
        assertThat(outcome("[[ int .params.x ]]", Value.of("1".repeat(60_000)))).contains("is not");
        assertThat(outcome("[[ float .params.x ]]", Value.of("1".repeat(60_000))))
                .contains("is not");
    }

    @Test
    void randomFragmentsNeverBreakTheParser() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] fragments = {
            "[[",
            "]]",
            "[[- ",
            " -]]",
            "if ",
            "else",
            "end",
            "range ",
            "with ",
            ".params.x",
            "$x",
            ":=",
            "=",
            ",",
            "|",
            "(",
            ")",
            "print",
            " ",
            "\"q\"",
            "`r`",
            "1",
            "'c'",
            "nil",
            "break",
            "/*",
            "*/",
            ".",
            "$",
            "[[ end ]]",
            "[[ if .params.x ]]",
            "\n",
            "é",
            "\\",
            "\uD83D"
        };
        for (int i = 0; i < 20_000; i++) {
            List<String> parts = new ArrayList<>();
            for (int k = random.nextInt(25); k >= 0; k--) {
                parts.add(fragments[random.nextInt(fragments.length)]);
            }
            String template = String.join("", parts);
            assertThat(outcome(template)).as("seed %d: %s", seed, template).isNotBlank();
        }
    }

    private static String outcome(String template) {
        return outcome(template, Value.of("v"));
    }

    /** The type of the result or the message of the failure. */
    private static String outcome(String template, Value x) {
        try {
            return Data.evaluate(template, "x", x).typeName();
        } catch (TemplateException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
