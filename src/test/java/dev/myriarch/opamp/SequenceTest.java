package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When the numbers of the messages mean that something was lost. */
class SequenceTest {
    private static final KnownAgent AGENT = Fixture.collector(Optional.empty(), Optional.empty());

    private Instant now = Fixture.NOW;
    private SessionState state = Fixture.session(AGENT);

    private boolean asksForEverything(long sequence) {
        MessageDecision decision = MessageDecider.decide(state, Fixture.heartbeat(sequence), now);
        state = decision.state();
        return decision.requestFullState();
    }

    @Test
    void onAConnectionEveryGapCounts() {
        for (long sequence : new long[] {9, 11, 10, 10, 3}) {
            assertThat(asksForEverything(sequence)).as("%d", sequence).isTrue();
        }
        assertThat(asksForEverything(4)).isFalse();
    }

    @Test
    void pollsThatReachTwoReplicasInTurnAskForEverythingOnceInAWhile() {
        state = Fixture.pooled(AGENT);
        List<Long> asked = new ArrayList<>();
        // This replica hears every other message, one a minute.
        for (long sequence = 9; sequence < 49; sequence += 2) {
            if (asksForEverything(sequence)) {
                asked.add(sequence);
            }
            now = now.plus(Duration.ofMinutes(1));
        }
        assertThat(asked).containsExactly(9L, 19L, 29L, 39L);
    }

    @Test
    void aPollThatIsRepeatedLostNothing() {
        state = Fixture.pooled(AGENT);
        assertThat(asksForEverything(8)).isFalse();
        assertThat(asksForEverything(8)).isFalse();
        assertThat(asksForEverything(9)).isFalse();
    }

    @Test
    void aMachineThatWasSetBackIsAskedAtOnceAndOnce() {
        state = Fixture.pooled(AGENT);
        assertThat(asksForEverything(8)).isFalse();
        assertThat(asksForEverything(3)).isTrue();
        assertThat(asksForEverything(4)).isFalse();
        // Again within the pause of gaps.
        assertThat(asksForEverything(2)).isTrue();
    }

    @Test
    void numbersAreUnsigned() {
        state = Fixture.pooled(AGENT).withSequence(Long.MAX_VALUE);
        assertThat(asksForEverything(Long.MIN_VALUE)).isFalse();
        state = state.withSequence(-1);
        assertThat(asksForEverything(0)).isFalse();
    }
}
