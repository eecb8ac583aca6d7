package dev.myriarch.app;

import dev.myriarch.config.TelemetryConfig;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends the JDK's platform log to standard error, one line an event. */
final class LogSetup {
    // java.util.logging keeps loggers weakly; without this the root's settings could be lost.
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger DRIVER = Logger.getLogger("org.postgresql");

    private LogSetup() {}

    /** Replaces all handlers. */
    static void configure(Level level, Formatter formatter) {
        for (Handler handler : ROOT.getHandlers()) {
            ROOT.removeHandler(handler);
        }
        Handler handler = new ConsoleHandler();
        handler.setFormatter(formatter);
        handler.setLevel(Level.ALL);
        ROOT.addHandler(handler);
        ROOT.setLevel(level);
        StandingLogManager.stand();
        // Libraries are quieter than we are: their details are not what an operator looks for.
        DRIVER.setLevel(Level.WARNING);
    }

    /** Takes over level and format of the settings. */
    static void apply(TelemetryConfig telemetry) {
        Level level =
                switch (telemetry.logLevel()) {
                    case "debug" -> Level.FINE;
                    case "warn" -> Level.WARNING;
                    case "error" -> Level.SEVERE;
                    default -> Level.INFO;
                };
        configure(
                level,
                telemetry.logFormat().equals("json")
                        ? new JsonLogFormatter(Optional.empty())
                        : new TextLogFormatter());
    }

    /** From now on the lines for programs name this replica. */
    static void name(String replica) {
        for (Handler handler : ROOT.getHandlers()) {
            if (handler.getFormatter() instanceof JsonLogFormatter) {
                handler.setFormatter(new JsonLogFormatter(Optional.of(replica)));
            }
        }
    }
}
