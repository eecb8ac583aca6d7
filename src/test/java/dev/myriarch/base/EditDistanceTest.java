package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "a, '', 1",
        "endpoint, Endpoint, 0",
        "endpont, endpoint, 1",
        "check_intervall, check_interval, 1",
        "timeuot, timeout, 2",
        "kitten, sitting, 3",
        "abc, xyz, 3"
    })
    void countsInsertionsDeletionsAndReplacements(String one, String other, int distance) {
        assertThat(EditDistance.between(one, other)).isEqualTo(distance);
        assertThat(EditDistance.between(other, one)).isEqualTo(distance);
    }

    @Test
    void slipIsOneLetterOrTwoNeighboursExchanged() {
        assertThat(EditDistance.isSlip("endpont", "endpoint")).isTrue();
        assertThat(EditDistance.isSlip("timeuot", "timeout")).isTrue();
        assertThat(EditDistance.isSlip("limit_gib", "limit_mib")).isTrue();
        assertThat(EditDistance.isSlip("max_size", "min_size")).isFalse();
        assertThat(EditDistance.isSlip("same", "same")).isFalse();
    }
}
