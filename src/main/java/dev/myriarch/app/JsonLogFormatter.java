package dev.myriarch.app;

import dev.myriarch.base.LogContext;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * One JSON object a line: time, level, component, message, replica, request_id, agent_id and
 * rollout_id as far as they are known, and error where there is one.
 */
final class JsonLogFormatter extends Formatter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Optional<String> replica;

    /**
     * @param replica id of this replica, once it is known
     */
    JsonLogFormatter(Optional<String> replica) {
        this.replica = replica;
    }

    @Override
    public String format(LogRecord entry) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("time", Value.of(TIME.format(entry.getInstant())));
        fields.put("level", Value.of(TextLogFormatter.level(entry.getLevel())));
        fields.put("component", Value.of(TextLogFormatter.component(entry.getLoggerName())));
        fields.put("message", Value.of(formatMessage(entry)));
        replica.ifPresent(id -> fields.put("replica", Value.of(id)));
        LogContext.current().forEach((field, value) -> fields.put(field.text(), Value.of(value)));
        if (entry.getThrown() != null) {
            StringWriter trace = new StringWriter();
            entry.getThrown().printStackTrace(new PrintWriter(trace, true));
            fields.put("error", Value.of(trace.toString()));
        }
        return Json.write(new Value.Mapping(fields)) + "\n";
    }
}
