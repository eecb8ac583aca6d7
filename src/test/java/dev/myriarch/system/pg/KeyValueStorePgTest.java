package dev.myriarch.system.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class KeyValueStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();

    private final KeyValueStorePg store =
            new KeyValueStorePg(
                    DATABASE.database(), new SettableClock(Instant.parse("2026-01-01T00:00:00Z")));

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
}
