package dev.myriarch.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.domain.AgentId;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
    @Test
    void whatFailsDoesNotKeepTheRestFromBeingRemoved() {
        Duration day = Duration.ofDays(1);
        List<Kept> asked = new ArrayList<>();
        Housekeeping housekeeping =
                new Housekeeping(
                        new RetentionPeriods(day, day, day, day, day, day),
                        new FailingStore(asked),
                        new DirectBus(),
                        new SettableClock(Instant.EPOCH),
                        Housekeeping.Bounds.DEFAULT,
                        (_, _) -> {});

        assertThatThrownBy(housekeeping::run)
                .hasMessage("agent_events")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(Kept.values().length - 1));
        assertThat(asked).containsExactly(Kept.values());
    }

    private record FailingStore(List<Kept> asked) implements RetentionStore {
        @Override
        public int delete(Kept kept, Instant before, int limit) {
            throw fail(kept);
        }

        @Override
        public List<AgentId> deleteOfflineAgents(Instant before, int limit) {
            throw fail(Kept.OFFLINE_AGENTS);
        }

        @Override
        public int noteUse(Kept kept, Instant notedBefore, Instant now, int limit) {
            throw fail(kept);
        }

        private IllegalStateException fail(Kept kept) {
            asked.add(kept);
            return new IllegalStateException(kept.text());
        }
    }
}
