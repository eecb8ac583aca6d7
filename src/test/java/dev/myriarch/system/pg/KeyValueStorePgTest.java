package dev.myriarch.system.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class KeyValueStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final KeyValueStorePg store = new KeyValueStorePg(DATABASE.database(), clock);

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void theFirstStoredValueIsTheOneThatEverybodyGets() {
        assertThat(store.find("key")).isEmpty();

        assertThat(store.findOrCreate("key", () -> new byte[] {1})).containsExactly(1);
        assertThat(store.findOrCreate("key", () -> new byte[] {2})).containsExactly(1);
        assertThat(store.find("key").orElseThrow()).containsExactly(1);
    }

    @Test
    void aReplicaThatLosesTheRaceTakesTheValueOfTheWinner() {
        byte[] value =
                store.findOrCreate(
                        "contested",
                        () -> {
                            store.findOrCreate("contested", () -> new byte[] {7});
                            return new byte[] {8};
                        });

        assertThat(value).containsExactly(7);
    }

    @Test
    void aMarkerIsSetOnceUntilItsTimeIsOver() {
        Duration hour = Duration.ofHours(1);
        assertThat(store.putIfAbsent("marker/1", new byte[] {1}, hour)).isTrue();
        assertThat(store.putIfAbsent("marker/1", new byte[] {2}, hour)).isFalse();

        clock.advance(hour);
        assertThat(store.find("marker/1")).isEmpty();
        assertThat(store.delete("marker/1")).isFalse();
        assertThat(store.count("marker/")).isZero();
        assertThat(store.putIfAbsent("marker/1", new byte[] {3}, hour)).isTrue();
        assertThat(store.find("marker/1").orElseThrow()).containsExactly(3);
        assertThat(store.delete("marker/1")).isTrue();
    }

    @Test
    void aValueIsReplacedOnlyWhereItIsTheExpectedOne() {
        store.put("plan/a", new byte[] {1});
        assertThat(store.compareAndSet("plan/a", new byte[] {2}, new byte[] {3})).isFalse();
        assertThat(store.compareAndSet("plan/a", new byte[] {1}, new byte[] {3})).isTrue();
        assertThat(store.compareAndSet("plan/missing", new byte[0], new byte[] {3})).isFalse();
        assertThat(store.find("plan/a").orElseThrow()).containsExactly(3);
    }

    @Test
    void aValueIsRemovedOnlyWhereItIsTheExpectedOne() {
        store.put("plan/b", new byte[] {1});
        assertThat(store.delete("plan/b", new byte[] {2})).isFalse();
        assertThat(store.delete("plan/b", new byte[] {1})).isTrue();
        assertThat(store.find("plan/b")).isEmpty();
    }

    @Test
    void aValueThatIsPutStaysWhateverWasThere() {
        assertThat(store.putIfAbsent("put/a", new byte[] {1}, Duration.ofMinutes(1))).isTrue();
        store.put("put/a", new byte[] {2});
        clock.advance(Duration.ofDays(1));
        assertThat(store.find("put/a").orElseThrow()).containsExactly(2);
    }

    @Test
    void keysAreCountedByAPrefixThatIsNoPattern() {
        store.put("p%_/b", new byte[0]);
        store.put("p%_/a", new byte[0]);
        store.put("pxx/c", new byte[0]);
        assertThat(store.count("p%_/")).isEqualTo(2);
    }
}
