package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.AgentFailures.Work;
import dev.myriarch.testing.LogCapture;
import dev.myriarch.testing.SettableClock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AgentFailuresTest {
    private final SettableClock clock = new SettableClock(Fixture.NOW);
    private final AgentFailures failures = new AgentFailures(clock);

    private void fail(int agent, Work work, RuntimeException failure) {
        failures.log(new AgentId(new UUID(1, agent)), work, failure);
    }

    private static List<String> warnings(LogCapture log) {
        return log.lines().stream().filter(line -> line.startsWith("WARNING")).toList();
    }

    @Test
    void whatFailsForAllAgentsIsWrittenOnceInAWhile() {
        RuntimeException away = new IllegalStateException("the database is away");
        try (LogCapture log = LogCapture.of("dev.myriarch.opamp")) {
            for (int agent = 0; agent < 1000; agent++) {
                fail(agent, Work.MESSAGE, away);
            }
            assertThat(warnings(log)).singleElement().asString().contains("a message failed");
            clock.advance(AgentFailures.QUIET);
            fail(7, Work.MESSAGE, away);
            fail(8, Work.MESSAGE, away);
            assertThat(warnings(log))
                    .hasSize(2)
                    .last()
                    .asString()
                    .endsWith("000000000007: a message failed; so did 999 others before");
        }
    }

    @Test
    void anotherFailureAndOtherWorkAreWrittenAtOnce() {
        try (LogCapture log = LogCapture.of("dev.myriarch.opamp")) {
            fail(1, Work.MESSAGE, new IllegalStateException("away"));
            fail(1, Work.MESSAGE, new IllegalArgumentException("a bug"));
            fail(1, Work.PUSH, new IllegalStateException("away"));
            assertThat(warnings(log)).hasSize(3);
        }
    }
}
