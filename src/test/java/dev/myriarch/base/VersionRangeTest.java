package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Vectors;
import org.junit.jupiter.api.Test;

class VersionRangeTest {
    @Test
    void agreesWithTheReferenceVectors() {
        Vectors.check(
                "semver-constraints.jsonl",
                line -> {
                    var range = VersionRange.parse(line.text("constraint"));
                    assertThat(range.isPresent()).isEqualTo(line.flag("valid"));
                    range.ifPresent(r ->
                            assertThat(line.texts("versions"))
                                    .filteredOn(text -> r.contains(version(text)))
                                    .isEqualTo(line.texts("satisfied")));
                });
    }

    @Test
    void hyphenRangesIncludeBothEnds() {
        var range = VersionRange.parse("1.2 - 2.3.4 || 5").orElseThrow();
        assertThat(range.contains(version("1.2.0"))).isTrue();
        assertThat(range.contains(version("2.3.4"))).isTrue();
        assertThat(range.contains(version("2.3.5"))).isFalse();
        assertThat(range.contains(version("5.9.0"))).isTrue();
        assertThat(range).hasToString("1.2 - 2.3.4 || 5");
    }

    @Test
    void longTextsAreRefused() {
        assertThat(VersionRange.parse("1.2.3, ".repeat(70) + "1.2.3")).isPresent();
        assertThat(VersionRange.parse("1.2.3, ".repeat(72) + "1.2.3")).isEmpty();
    }

    private static SemanticVersion version(String text) {
        return SemanticVersion.parse(text).orElseThrow();
    }
}
