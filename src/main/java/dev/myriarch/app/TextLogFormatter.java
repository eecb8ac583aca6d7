package dev.myriarch.app;

import dev.myriarch.base.LogContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * One line for people: time in UTC, level, component, message, and in brackets what the work was
 * about; a stack trace below it. The replica is left out: a person looks at one.
 */
final class TextLogFormatter extends Formatter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    @Override
    public String format(LogRecord entry) {
        StringBuilder line = new StringBuilder(120);
        line.append(TIME.format(entry.getInstant())).append(' ');
        line.append(level(entry.getLevel())).append(' ');
        line.append(component(entry.getLoggerName())).append(": ");
        line.append(oneLine(formatMessage(entry)));
        LogContext.current()
                .forEach((field, value) ->
                        line.append(" [")
                                .append(field.text())
                                .append('=')
                                .append(value)
                                .append(']'));
        line.append('\n');
        if (entry.getThrown() != null) {
            StringWriter trace = new StringWriter();
            entry.getThrown().printStackTrace(new PrintWriter(trace, true));
            line.append(trace);
        }
        return line.toString();
    }

    /** The four words of our logs; java.util.logging has more names for the same. */
    static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    /** {@code dev.myriarch.opamp.AgentSessions} becomes {@code opamp}. */
    static String component(String logger) {
        String prefix = "dev.myriarch.";
        if (logger == null || !logger.startsWith(prefix)) {
            return logger == null ? "" : logger;
        }
        String rest = logger.substring(prefix.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    /** A message with line breaks could pretend to be several entries. */
    static String oneLine(String message) {
        return message.replace("\r", "\\r").replace("\n", "\\n");
    }
}
