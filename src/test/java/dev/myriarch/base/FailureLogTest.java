package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.LogCapture;
import dev.myriarch.testing.SettableClock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureLogTest {
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FailureLog failures =
            new FailureLog(System.getLogger("dev.myriarch.base.test"), clock);

    private void fail(int agent, String what, RuntimeException failure) {
        failures.warn("agent " + agent, what, failure);
    }

    private static List<String> warnings(LogCapture log) {
        return log.lines().stream().filter(line -> line.startsWith("WARNING")).toList();
    }

    @Test
    void whatFailsForAllAgentsIsWrittenOnceInAWhile() {
        RuntimeException away = new IllegalStateException("the database is away");
        try (LogCapture log = LogCapture.of("dev.myriarch.base.test")) {
            for (int agent = 0; agent < 1000; agent++) {
                fail(agent, "a message failed", away);
            }
            assertThat(warnings(log)).singleElement().asString().contains("a message failed");
            clock.advance(FailureLog.QUIET);
            fail(7, "a message failed", away);
            fail(8, "a message failed", away);
            assertThat(warnings(log))
                    .hasSize(2)
                    .last()
                    .asString()
                    .endsWith("agent 7: a message failed; so did 999 others before");
        }
    }

    @Test
    void anotherFailureAndOtherWorkAreWrittenAtOnce() {
        try (LogCapture log = LogCapture.of("dev.myriarch.base.test")) {
            fail(1, "a message failed", new IllegalStateException("away"));
            fail(1, "a message failed", new IllegalArgumentException("a bug"));
            fail(1, "a push failed", new IllegalStateException("away"));
            assertThat(warnings(log)).hasSize(3);
        }
    }
}
