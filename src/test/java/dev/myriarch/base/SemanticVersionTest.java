package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Vectors;
import java.util.List;
import org.junit.jupiter.api.Test;

class SemanticVersionTest {
    @Test
    void agreesWithTheReferenceVectors() {
        Vectors.check(
                "semver-versions.jsonl",
                line -> {
                    if (line.has("compare")) {
                        checkOrder(line);
                    } else {
                        checkParts(line);
                    }
                });
    }

    @Test
    void looseFormsAreCompleted() {
        assertThat(SemanticVersion.parse("v1.2")).map(SemanticVersion::toString).contains("1.2.0");
        assertThat(SemanticVersion.parse("007")).map(SemanticVersion::toString).contains("7.0.0");
        assertThat(SemanticVersion.parseStrict("v1.2.3")).isEmpty();
        assertThat(SemanticVersion.parseStrict("1.2")).isEmpty();
        assertThat(SemanticVersion.parseStrict("1.02.3")).isEmpty();
    }

    @Test
    void whatIsNoVersionIsRefused() {
        for (String text :
                List.of(
                        "",
                        "v",
                        "1.",
                        "1.2.3.4",
                        "1.2.3-",
                        "1.2.3-a..b",
                        "1.2.3-01",
                        "1.2.3+",
                        "1.2.3 ",
                        "V1.2.3",
                        "1.2.3-é",
                        "99999999999999999999.0.0")) {
            assertThat(SemanticVersion.parse(text)).as(text).isEmpty();
        }
    }

    @Test
    void numbersUseTheWholeUnsignedRange() {
        var largest = SemanticVersion.parseStrict("18446744073709551615.0.0").orElseThrow();
        var small = SemanticVersion.parseStrict("1.0.0").orElseThrow();
        assertThat(largest).isGreaterThan(small).hasToString("18446744073709551615.0.0");
    }

    private static void checkOrder(Vectors.Line line) {
        var a = SemanticVersion.parse(line.text("a")).orElseThrow();
        var b = SemanticVersion.parse(line.text("b")).orElseThrow();
        assertThat(a.compareTo(b)).isEqualTo((int) line.number("compare"));
        assertThat(b.compareTo(a)).isEqualTo(-(int) line.number("compare"));
    }

    private static void checkParts(Vectors.Line line) {
        var version = SemanticVersion.parseStrict(line.text("text"));
        assertThat(version.isPresent()).isEqualTo(line.flag("strict"));
        var parsed = line.has("major") ? SemanticVersion.parse(line.text("text")) : version;
        assertThat(parsed.isPresent()).isEqualTo(line.has("major"));
        parsed.ifPresent(v -> {
            assertThat(v.major()).isEqualTo(line.number("major"));
            assertThat(v.minor()).isEqualTo(line.number("minor"));
            assertThat(v.patch()).isEqualTo(line.number("patch"));
            assertThat(v.prerelease()).isEqualTo(line.text("prerelease"));
            assertThat(v.metadata()).isEqualTo(line.text("metadata"));
        });
    }
}
