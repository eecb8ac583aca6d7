package dev.myriarch.app;

import java.io.PrintStream;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends the JDK's platform log to standard error, one line an event. */
final class LogSetup {
    // java.util.logging keeps loggers weakly; without this the root's settings could be lost.
    private static final Logger ROOT = Logger.getLogger("");

    private LogSetup() {}

    /** Replaces all handlers; called once, before anything is logged. */
    static void configure(Level level, Formatter formatter) {
        for (Handler handler : ROOT.getHandlers()) {
            ROOT.removeHandler(handler);
        }
        Handler handler = new ConsoleHandler();
        handler.setFormatter(formatter);
        handler.setLevel(Level.ALL);
        ROOT.addHandler(handler);
        ROOT.setLevel(level);
        // Libraries are quieter than we are: their details are not what an operator looks for.
        Logger.getLogger("org.postgresql").setLevel(Level.WARNING);
    }

    /** Standard output belongs to the lines that scripts read. */
    static PrintStream results() {
        return System.out;
    }
}
