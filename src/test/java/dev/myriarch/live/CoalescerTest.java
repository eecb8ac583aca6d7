package dev.myriarch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.live.Coalescer.Verdict;
import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CoalescerTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private final Coalescer<String> coalescer = new Coalescer<>(Duration.ofSeconds(1), 3);

    @Test
    void theFirstGoesThroughAndTheRestIsOneLater() {
        assertThat(coalescer.offer("a", NOW)).isEqualTo(Verdict.SEND);
        assertThat(coalescer.offer("a", NOW.plusMillis(10))).isEqualTo(Verdict.HOLD);
        assertThat(coalescer.offer("a", NOW.plusMillis(20))).isEqualTo(Verdict.HOLD);
        assertThat(coalescer.due(NOW.plusMillis(999))).isEmpty();

        assertThat(coalescer.due(NOW.plusMillis(1000))).containsExactly("a");
        assertThat(coalescer.due(NOW.plusMillis(1000))).isEmpty();
        assertThat(coalescer.offer("a", NOW.plusMillis(1500))).isEqualTo(Verdict.HOLD);
    }

    @Test
    void whatIsQuietIsForgotten() {
        coalescer.offer("a", NOW);

        assertThat(coalescer.due(NOW.plusSeconds(1))).isEmpty();

        assertThat(coalescer.size()).isZero();
        assertThat(coalescer.offer("a", NOW.plusSeconds(1))).isEqualTo(Verdict.SEND);
    }

    @Test
    void tooManyKeysAreAnOverflowAndANewBeginning() {
        for (String key : List.of("a", "b", "c")) {
            assertThat(coalescer.offer(key, NOW)).isEqualTo(Verdict.SEND);
        }

        assertThat(coalescer.offer("d", NOW)).isEqualTo(Verdict.OVERFLOW);
        assertThat(coalescer.offer("d", NOW)).isEqualTo(Verdict.SEND);
    }

    @Test
    void aForgottenKeyIsNotSentLater() {
        coalescer.offer("a", NOW);
        coalescer.offer("a", NOW);

        coalescer.forget("a");

        assertThat(coalescer.due(NOW.plusSeconds(2))).isEmpty();
    }

    @Test
    void noKeyIsSentTwiceWithinASecondAndNoChangeIsLost() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Coalescer<Integer> many = new Coalescer<>(Duration.ofSeconds(1), 100);
        SettableClock clock = new SettableClock(NOW);
        Map<Integer, Instant> sent = new HashMap<>();
        Map<Integer, Instant> changed = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            clock.advance(Duration.ofMillis(random.nextInt(40)));
            for (int key : many.due(clock.instant())) {
                checkGap(seed, sent.put(key, clock.instant()), clock.instant());
            }
            int key = random.nextInt(20);
            changed.put(key, clock.instant());
            if (many.offer(key, clock.instant()) == Verdict.SEND) {
                checkGap(seed, sent.put(key, clock.instant()), clock.instant());
            }
        }
        clock.advance(Duration.ofSeconds(1));
        many.due(clock.instant()).forEach(key -> sent.put(key, clock.instant()));

        changed.forEach((key, at) ->
                assertThat(sent.get(key)).as("seed %d, key %d", seed, key).isAfterOrEqualTo(at));
    }

    private static void checkGap(
            long seed, @org.jspecify.annotations.Nullable Instant before, Instant now) {
        if (before != null) {
            assertThat(Duration.between(before, now))
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }
}
