package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Vectors;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GoDurationTest {
    @Test
    void agreesWithTheReferenceVectors() {
        Vectors.check(
                "durations.jsonl",
                line -> {
                    var duration = GoDuration.parse(line.text("text"));
                    assertThat(duration.isPresent()).isEqualTo(line.flag("valid"));
                    duration.ifPresent(d -> {
                        assertThat(d.nanos()).isEqualTo(Long.parseLong(line.text("nanos")));
                        assertThat(d).hasToString(line.text("string"));
                    });
                });
    }

    @Test
    void everyDurationReadsBackAsItWasWritten() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            GoDuration duration = new GoDuration(random.nextLong() >> random.nextInt(64));
            assertThat(GoDuration.parse(duration.toString()))
                    .as("%s, seed %d", duration, seed)
                    .contains(duration);
        }
    }

    @Test
    void theSmallestDurationHasNoPositiveCounterpart() {
        assertThat(GoDuration.parse("-2562047h47m16.854775808s"))
                .contains(new GoDuration(Long.MIN_VALUE));
        assertThat(new GoDuration(Long.MIN_VALUE)).hasToString("-2562047h47m16.854775808s");
        assertThat(GoDuration.parse("2562047h47m16.854775808s")).isEmpty();
    }

    @Test
    void durationsOfTheJdkAreFormatted() {
        assertThat(GoDuration.format(Duration.ofMinutes(90))).isEqualTo("1h30m0s");
        assertThat(GoDuration.format(Duration.ofMillis(-1500))).isEqualTo("-1.5s");
        assertThat(GoDuration.parse("1h30m").map(GoDuration::toDuration))
                .contains(Duration.ofMinutes(90));
        assertThatThrownBy(() -> GoDuration.format(Duration.ofDays(200_000)))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void whatIsNoDurationIsRefused() {
        for (String text :
                List.of("", "-", "5", "s", ".s", "1 s", "1d", "1s ", "٣s", "1h2", "--1s")) {
            assertThat(GoDuration.parse(text)).as(text).isEmpty();
        }
    }
}
