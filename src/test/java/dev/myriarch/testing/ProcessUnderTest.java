package dev.myriarch.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A process that a test starts, with what it printed. Closing kills it and its children, so that
 * nothing outlives a test.
 */
public final class ProcessUnderTest implements AutoCloseable {
    private final Process process;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> output = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<Thread> collectors = new ArrayList<>();

    private ProcessUnderTest(Process process) {
        this.process = process;
        collect(process.inputReader(), output);
        collect(process.errorReader(), errors);
    }

    /** Starts {@code command} in {@code folder} with additional environment variables. */
    public static ProcessUnderTest start(
            List<String> command, Path folder, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(environment);
        try {
            return new ProcessUnderTest(builder.start());
        } catch (IOException e) {
            throw new AssertionError("cannot start " + command.getFirst(), e);
        }
    }

    private void collect(BufferedReader reader, List<String> lines) {
        collectors.add(
                Thread.ofVirtual()
                        .start(() -> {
                            try (reader) {
                                String line;
                                while ((line = reader.readLine()) != null) {
                                    add(lines, line);
                                }
                            } catch (IOException ended) {
                                // The process is gone; what it printed is kept.
                            }
                        }));
    }

    private void add(List<String> lines, String line) {
        lock.lock();
        try {
            lines.add(line);
        } finally {
            lock.unlock();
        }
    }

    private List<String> copy(List<String> lines) {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** Lines on standard output so far. */
    public List<String> output() {
        return copy(output);
    }

    /** Lines on standard error so far. */
    public List<String> errors() {
        return copy(errors);
    }

    /** Waits for a line of standard output that starts with {@code prefix}; returns the rest. */
    public String awaitLine(String prefix, Duration limit) {
        return Await.present(
                "a line «" + prefix + "» on standard output; errors so far: " + errors(),
                limit,
                () -> {
                    Optional<String> line = find(prefix);
                    if (line.isEmpty() && !process.isAlive()) {
                        throw new AssertionError(
                                "the process ended with " + process.exitValue() + ": " + errors());
                    }
                    return line;
                });
    }

    private Optional<String> find(String prefix) {
        return output().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst();
    }

    /**
     * Sends SIGTERM and waits for the end; returns the exit code. Not by {@link Process#destroy},
     * which also closes the pipes, so that the last words would be lost.
     */
    public int terminate(Duration limit) {
        signal("TERM");
        return awaitExit(limit);
    }

    /** Sends the signal with the name, such as INT or KILL. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
        } catch (IOException e) {
            throw new AssertionError("cannot send a signal", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public int awaitExit(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running after " + limit.toMillis() + " ms");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits for the end and for the last line; returns the exit code. */
    public int awaitEnd(Duration limit) {
        int exit = awaitExit(limit);
        try {
            for (Thread collector : collectors) {
                if (!collector.join(limit)) {
                    throw new AssertionError("its output does not end");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return exit;
    }

    /** Ends its standard input. */
    public void endInput() throws IOException {
        process.outputWriter().close();
    }

    public Process process() {
        return process;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        awaitExit(Duration.ofSeconds(10));
    }
}
