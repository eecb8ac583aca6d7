package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.LogContext;
import dev.myriarch.base.LogContext.Field;
import dev.myriarch.json.JsonObject;
import java.time.Instant;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogFormatterTest {
    @Test
    void jsonLinesHaveEveryFieldThatIsKnown() {
        String line = inContext(new JsonLogFormatter(Optional.of("replica-1")));
        JsonObject fields = JsonObject.readStored(line, "the line");
        assertThat(line).endsWith("}\n").hasLineCount(1);
        assertThat(fields.text("time")).isEqualTo("2026-05-01T12:00:00.000Z");
        assertThat(fields.text("level")).isEqualTo("WARN");
        assertThat(fields.text("component")).isEqualTo("opamp");
        assertThat(fields.text("message")).isEqualTo("two\nlines");
        assertThat(fields.text("replica")).isEqualTo("replica-1");
        assertThat(fields.text("request_id")).isEqualTo("r1");
        assertThat(fields.text("agent_id")).isEqualTo("a1");
        assertThat(fields.text("rollout_id")).isEqualTo("o1");
    }

    @Test
    void jsonLinesLeaveOutWhatIsNotKnown() {
        JsonObject fields =
                JsonObject.readStored(
                        new JsonLogFormatter(Optional.empty()).format(entry()), "the line");
        assertThat(fields.entries().keySet())
                .containsExactly("time", "level", "component", "message");
    }

    @Test
    void textLinesAreOneLineWithTheirContext() {
        assertThat(inContext(new TextLogFormatter()))
                .isEqualTo(
                        "12:00:00.000 WARN opamp: two\\nlines [request_id=r1] [agent_id=a1]"
                                + " [rollout_id=o1]\n");
        assertThat(new TextLogFormatter().format(entry()))
                .isEqualTo("12:00:00.000 WARN opamp: two\\nlines\n");
    }

    private static String inContext(Formatter formatter) {
        return LogContext.call(
                Field.ROLLOUT,
                "o1",
                () ->
                        LogContext.call(
                                Field.AGENT,
                                "a1",
                                () ->
                                        LogContext.call(
                                                Field.REQUEST,
                                                "r1",
                                                () -> formatter.format(entry()))));
    }

    private static LogRecord entry() {
        LogRecord entry = new LogRecord(Level.WARNING, "two\nlines");
        entry.setLoggerName("dev.myriarch.opamp.Conversation");
        entry.setInstant(Instant.parse("2026-05-01T12:00:00Z"));
        return entry;
    }
}
