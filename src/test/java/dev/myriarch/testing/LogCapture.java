package dev.myriarch.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what is logged, at every level, until it is closed. Thread-safe. */
public final class LogCapture implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Formatter format;
    private final Logger logger;
    private final Keeper keeper = new Keeper();

    private LogCapture(String name, Formatter format) {
        this.format = format;
        // Held, because the system forgets a logger that nobody holds, with its handlers.
        this.logger = Logger.getLogger(name);
        logger.addHandler(keeper);
        logger.setLevel(Level.ALL);
    }

    /** Lines like {@code WARNING not ready}, of a logger and those below it. */
    public static LogCapture of(String logger) {
        return of(
                logger,
                new Formatter() {
                    @Override
                    public String format(LogRecord entry) {
                        return entry.getLevel() + " " + formatMessage(entry);
                    }
                });
    }

    /** Lines as {@code format} writes them. */
    public static LogCapture of(String logger, Formatter format) {
        return new LogCapture(logger, format);
    }

    /** Every line so far, in order. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    private final class Keeper extends Handler {
        @Override
        public void publish(LogRecord entry) {
            lines.add(format.format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Override
    public void close() {
        logger.removeHandler(keeper);
        logger.setLevel(null);
    }
}
