package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.myriarch.db.DedicatedSessions.Keepalive;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaderBudgetTest {
    @Test
    void defaultTimeoutGivesTheDocumentedTimes() {
        LeaderBudget budget = new LeaderBudget(Duration.ofSeconds(30));

        assertThat(budget.serverDrop()).isEqualTo(Duration.ofSeconds(22));
        assertThat(budget.keepalive())
                .isEqualTo(
                        new Keepalive(
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(3),
                                6,
                                Duration.ofSeconds(19),
                                Duration.ofSeconds(19)));
        assertThat(budget.retry()).isEqualTo(Duration.ofSeconds(5));
        assertThat(budget.pingInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(budget.pingTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(budget.lease()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void leaderGivesUpBeforeTheServerDropsItAndTheFollowerIsInTimeForAllTimeouts() {
        for (int millis = 10_000; millis <= 600_000; millis++) {
            LeaderBudget budget = new LeaderBudget(Duration.ofMillis(millis));
            Duration drop = budget.serverDrop();
            Duration withUserTimeout = dropWithUserTimeout(budget.keepalive());
            Duration withoutUserTimeout = dropByCount(budget.keepalive());
            Duration earliest = drop.minus(budget.probe());

            assertThat(budget.lease().compareTo(earliest) < 0).as("%d", millis).isTrue();
            assertThat(
                            withUserTimeout.compareTo(earliest) >= 0
                                    && withUserTimeout.compareTo(drop) <= 0)
                    .as("%d: %s", millis, withUserTimeout)
                    .isTrue();
            assertThat(
                            withoutUserTimeout.compareTo(earliest) > 0
                                    && withoutUserTimeout.compareTo(drop) <= 0)
                    .as("%d: %s", millis, withoutUserTimeout)
                    .isTrue();
            Duration longestRetry = budget.retry().multipliedBy(12).dividedBy(10);
            Duration acquisition = Duration.ofMillis(millis).dividedBy(20);
            assertThat(drop.plus(longestRetry).plus(acquisition))
                    .as("%d", millis)
                    .isLessThanOrEqualTo(Duration.ofMillis(millis));
        }
    }

    /** Linux: the first probe that is due when the user timeout has passed. */
    private static Duration dropWithUserTimeout(Keepalive keepalive) {
        long interval = keepalive.interval().toSeconds();
        long timeout = keepalive.userTimeout().toSeconds();
        return Duration.ofSeconds((timeout + interval - 1) / interval * interval);
    }

    /** The probes, each of them unanswered, after the silence before the first. */
    private static Duration dropByCount(Keepalive keepalive) {
        return keepalive.idle().plus(keepalive.interval().multipliedBy(keepalive.count()));
    }

    @Test
    void timeoutsOutOfBoundsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeaderBudget(Duration.ofMillis(9_999)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeaderBudget(Duration.ofMillis(600_001)));
    }
}
