package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.LogContext.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class LogContextTest {
    @Test
    void fieldsHoldForTheTimeOfTheCallAndAddUp() {
        assertThat(LogContext.current()).isEmpty();
        Map<Field, String> inner =
                LogContext.call(
                        Field.AGENT,
                        "a",
                        () -> LogContext.call(Field.REQUEST, "r", LogContext::current));
        assertThat(inner)
                .containsExactly(Map.entry(Field.REQUEST, "r"), Map.entry(Field.AGENT, "a"));
        assertThat(LogContext.current()).isEmpty();
    }

    @Test
    void anInnerValueReplacesTheOuterOneUntilItEnds() {
        String outer =
                LogContext.call(
                        Field.ROLLOUT,
                        "outer",
                        () -> {
                            assertThat(LogContext.call(Field.ROLLOUT, "inner", LogContext::current))
                                    .containsEntry(Field.ROLLOUT, "inner");
                            return LogContext.current().get(Field.ROLLOUT);
                        });
        assertThat(outer).isEqualTo("outer");
    }

    @Test
    void aFailurePassesOnAndEndsTheContext() {
        assertThatThrownBy(() ->
                        LogContext.call(
                                Field.AGENT,
                                "a",
                                () -> {
                                    throw new IllegalStateException("broken");
                                }))
                .hasMessage("broken");
        assertThat(LogContext.current()).isEmpty();
    }

    @Test
    void threadsAndTasksDoNotInheritIt() throws Exception {
        Map<String, Map<Field, String>> seen = new HashMap<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            boolean _ =
                    LogContext.<Boolean, Exception>call(
                            Field.REQUEST,
                            "r",
                            () -> {
                                seen.put("task", executor.submit(LogContext::current).get());
                                Thread.ofVirtual()
                                        .start(() -> seen.put("thread", LogContext.current()))
                                        .join();
                                return true;
                            });
        }
        assertThat(seen).containsOnly(Map.entry("task", Map.of()), Map.entry("thread", Map.of()));
    }
}
