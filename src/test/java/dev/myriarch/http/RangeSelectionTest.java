package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeSelectionTest {
    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 0",
        "bytes=0-9, 0, 9",
        "bytes=2-5, 2, 5",
        "BYTES=2-5, 2, 5",
        "bytes= 2-5, 2, 5",
        "bytes=2-, 2, 9",
        "bytes=9-99999999999999999999999, 9, 9",
        "bytes=0000000000000000000000002-3, 2, 3",
        "bytes=-1, 9, 9",
        "bytes=-10, 0, 9",
        "bytes=-99999999999999999999999, 0, 9"
    })
    void oneRangeIsAPartWithinTheContent(String header, long first, long last) {
        assertThat(of(header)).isEqualTo(new RangeSelection.Part(first, last));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=a-b",
                "bytes=1-x",
                "bytes=+1-2",
                "bytes=5-2",
                "bytes=1",
                "lines=0-1",
                "bytes 0-1",
                "bytes=1-2-3",
                "bytes=0x1-2",
                "bytes=0-1,3-4",
                "bytes=0-,-1"
            })
    void whatIsMalformedOrSeveralIsIgnored(String header) {
        assertThat(of(header)).isEqualTo(new RangeSelection.Whole());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=10-", "bytes=10-20", "bytes=99999999999999999999-", "bytes=-0"})
    void whatBeginsBehindTheEndCannotBeSatisfied(String header) {
        assertThat(of(header)).isEqualTo(new RangeSelection.Unsatisfiable());
    }

    @Test
    void emptyContentHasNoParts() {
        assertThat(RangeSelection.of(List.of("bytes=0-"), 0))
                .isEqualTo(new RangeSelection.Unsatisfiable());
        assertThat(RangeSelection.of(List.of("bytes=-5"), 0)).isEqualTo(new RangeSelection.Whole());
    }

    @Test
    void noneOrTwoHeadersMeanEverything() {
        assertThat(RangeSelection.of(List.of(), 10)).isEqualTo(new RangeSelection.Whole());
        assertThat(RangeSelection.of(List.of("bytes=0-1", "bytes=0-1"), 10))
                .isEqualTo(new RangeSelection.Whole());
    }

    private static RangeSelection of(String header) {
        return RangeSelection.of(List.of(header), 10);
    }
}
