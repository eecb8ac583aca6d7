package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Vectors;
import org.junit.jupiter.api.Test;

class GlobTest {
    @Test
    void agreesWithTheReferenceVectors() {
        Vectors.check(
                "globs.jsonl",
                line -> {
                    String pattern = line.text("pattern");
                    String name = line.text("name");
                    if (line.flag("bad")) {
                        assertThat(Glob.isValid(pattern)).isFalse();
                        assertThatThrownBy(() -> Glob.matches(pattern, name))
                                .isInstanceOf(IllegalArgumentException.class);
                    } else {
                        assertThat(Glob.isValid(pattern)).isTrue();
                        assertThat(Glob.matches(pattern, name)).isEqualTo(line.flag("match"));
                    }
                });
    }

    @Test
    void theMessageSaysWhatIsWrong() {
        assertThatThrownBy(() -> Glob.matches("edge-[0-9", "x"))
                .hasMessage("malformed pattern: a [ without its ]");
        assertThatThrownBy(() -> Glob.matches("edge-\\", "x"))
                .hasMessage("malformed pattern: it ends in a backslash");
    }

    @Test
    void manyStarsDoNotTakeExponentialTime() {
        String name = "a".repeat(20_000);
        assertThat(Glob.matches("a*".repeat(500) + "b", name)).isFalse();
        assertThat(Glob.matches("*a".repeat(500), name)).isTrue();
    }
}
