package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConnectionEventsTest {
    private static final Instant START = Fixture.NOW;

    private final List<AgentEvent> stored = new ArrayList<>();
    private boolean away;
    private final ConnectionEvents events = new ConnectionEvents(this::store);

    private void store(AgentEvent event) {
        if (away) {
            throw new IllegalStateException("away");
        }
        stored.add(event);
    }

    private void add(AgentId id, long second, String type) {
        events.add(
                new AgentEvent(
                        id,
                        START.plusSeconds(second),
                        type,
                        "info",
                        type,
                        Value.ofTexts(Map.of("second", String.valueOf(second)))));
    }

    private void add(long second, String type) {
        add(Fixture.ID, second, type);
    }

    private List<String> texts() {
        return stored.stream()
                .map(event -> Duration.between(START, event.at()).toSeconds() + " " + event.text())
                .toList();
    }

    @Test
    void aPairIsWrittenAtOnce() {
        add(0, "connected");
        add(1, "disconnected");
        assertThat(texts()).containsExactly("0 connected", "1 disconnected");
    }

    @Test
    void moreWaitsForTheEndOfTheMinuteAndIsCounted() {
        add(0, "connected");
        add(1, "disconnected");
        add(2, "connected");
        add(3, "disconnected");
        add(4, "connected");
        events.flush(START.plusSeconds(59));
        assertThat(stored).hasSize(2);
        events.flush(START.plusSeconds(60));
        assertThat(texts().subList(2, 4))
                .containsExactly("3 disconnected", "4 connected (2 times within a minute)");
        assertThat(stored.getLast().details().entries())
                .isEqualTo(Map.of("second", Value.of("4"), "count", Value.of(2)));
        // That was the pair of the next minute.
        add(61, "disconnected");
        assertThat(stored).hasSize(4);
        events.flush(START.plusSeconds(120));
        events.flush(START.plusSeconds(180));
        add(181, "connected");
        assertThat(texts().subList(4, 6)).containsExactly("61 disconnected", "181 connected");
    }

    @Test
    void whatWasHeldBackComesBeforeWhatFollows() {
        add(0, "connected");
        add(1, "connected");
        add(70, "disconnected");
        assertThat(texts()).containsExactly("0 connected", "1 connected", "70 disconnected");
    }

    @Test
    void agentsDoNotShareAMinute() {
        add(0, "connected");
        add(new AgentId(new UUID(7, 7)), 1, "connected");
        assertThat(stored).hasSize(2);
    }

    @Test
    void aServerThatStopsWritesEverything() {
        add(0, "connected");
        add(1, "connected");
        events.flushAll(START.plusSeconds(2));
        assertThat(texts()).containsExactly("0 connected", "1 connected");
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenTheNextTime() {
        add(0, "connected");
        add(1, "connected");
        away = true;
        assertThatThrownBy(() -> events.flush(START.plusSeconds(60))).hasMessage("away");
        away = false;
        events.flush(START.plusSeconds(60));
        assertThat(texts()).containsExactly("0 connected", "1 connected");
    }
}
