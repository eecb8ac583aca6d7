package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.db.Jdbc;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DatabaseClockPgTest {
    @Test
    void timeIsThatOfTheDatabaseCarriedOnByTheMonotonicClock() {
        try (TestDatabase test = TestDatabase.createEmpty()) {
            test.moveClock("1 day");
            AtomicLong nanos = new AtomicLong();
            Instant before = databaseTime(test);
            DatabaseClock clock = new DatabaseClock(test.database(), nanos::get);
            Instant start = clock.instant();
            assertThat(start).isBetween(before, databaseTime(test));
            assertThat(Duration.between(Instant.now(), start)).isGreaterThan(Duration.ofHours(1));

            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            assertThat(clock.instant()).isEqualTo(start.plusSeconds(60));

            test.moveClock("-1 day");
            assertThat(clock.instant()).isEqualTo(start.plusSeconds(60));
            Instant beforeAdjusting = databaseTime(test);
            clock.adjust();
            assertThat(clock.instant()).isBetween(beforeAdjusting, databaseTime(test));
        }
    }

    private static Instant databaseTime(TestDatabase test) {
        return test.database()
                .one("SELECT clock_timestamp() AS now", Jdbc.Binder.NONE, row -> row.instant("now"))
                .orElseThrow();
    }
}
