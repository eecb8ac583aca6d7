package dev.myriarch.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;

/** Lets a server run until SIGTERM or SIGINT, and stops it in order. */
final class StopSignal {
    private static final Logger LOG = System.getLogger(StopSignal.class.getName());

    private StopSignal() {}

    /**
     * A signal runs the shutdown hooks at once, while the main thread still waits: the hook lets it
     * go, waits for the stop in order, and ends the process with success instead of the signal's
     * number.
     *
     * @param start gets what stops the server with a message, when it cannot go on
     * @return the exit code
     * @throws StartupException with that message
     */
    static int run(Function<Consumer<String>, ? extends AutoCloseable> start) {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch stop = stopOnSignal(stopped);
        List<String> failures = new CopyOnWriteArrayList<>();
        Consumer<String> fail =
                message -> {
                    failures.add(message);
                    stop.countDown();
                };
        try {
            untilStopped(start.apply(fail), stop);
        } finally {
            stopped.countDown();
        }
        if (!failures.isEmpty()) {
            throw new StartupException(failures.getFirst());
        }
        return 0;
    }

    private static void untilStopped(AutoCloseable started, CountDownLatch stop) {
        try (started) {
            stop.await();
            LOG.log(Level.INFO, "stopping");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the stop failed", e);
        }
        LOG.log(Level.INFO, "stopped");
    }

    private static CountDownLatch stopOnSignal(CountDownLatch stopped) {
        CountDownLatch stop = new CountDownLatch(1);
        Thread hook =
                Thread.ofPlatform()
                        .name("stop")
                        .unstarted(() -> {
                            boolean running = stopped.getCount() > 0;
                            stop.countDown();
                            try {
                                stopped.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            if (running) {
                                Runtime.getRuntime().halt(0);
                            }
                        });
        Runtime.getRuntime().addShutdownHook(hook);
        return stop;
    }

    /** Since the JVM began; the process itself may be older, when a script turned into it. */
    static long millisSinceStart() {
        return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    }
}
