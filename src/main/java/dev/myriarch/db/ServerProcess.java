package dev.myriarch.db;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server below a watchdog: a shell that waits for the end of its input and then stops the server,
 * so a JVM that is killed leaves no orphan. Closing stops the server and waits for it.
 */
final class ServerProcess implements AutoCloseable {
    /**
     * Descriptor 3 keeps the pipe for the watcher, as a shell gives its background jobs no input.
     * SIGINT is PostgreSQL's fast shutdown. {@code wait} returns early when the trap runs.
     */
    private static final String WATCHDOG =
            """
            exec 3<&0
            "$@" 3<&- </dev/null &
            server=$!
            ( read _ <&3; kill -INT $server ) 2>/dev/null &
            watcher=$!
            exec 3<&-
            trap 'kill -INT $server 2>/dev/null' TERM INT
            wait $server
            code=$?
            while kill -0 $server 2>/dev/null; do wait $server; code=$?; done
            kill $watcher 2>/dev/null
            exit $code
            """;

    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
    private static final int TAIL_BYTES = 2000;

    private final Process process;
    private volatile boolean closing;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /** Starts {@code command}; both outputs go to the file {@code log}, which is emptied first. */
    static ServerProcess start(List<String> command, Path log) throws IOException {
        List<String> line = new ArrayList<>();
        // A session of its own: Ctrl-C in a terminal reaches the JVM, which then stops the server
        // when it has written what it still has to write.
        Commands.find("setsid").ifPresent(setsid -> line.add(setsid.toString()));
        line.addAll(List.of("/bin/sh", "-c", WATCHDOG, "sh"));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        setEnvironment(builder.environment());
        return new ServerProcess(
                builder.directory(Path.of("/").toFile()).redirectOutput(log.toFile()).start());
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Runs {@code action} on a thread of its own when the server ends without {@link #close}. */
    void onUnexpectedEnd(Runnable action) {
        Thread.ofVirtual().name("postgres-watch").start(() -> awaitEnd(action));
    }

    private void awaitEnd(Runnable action) {
        try {
            process.waitFor();
            if (!closing) {
                action.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
        boolean interrupted = false;
        boolean ended = false;
        long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
        while (!ended && System.nanoTime() < deadline) {
            try {
                ended = process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a program to its end and gives what it wrote to both outputs. */
    static String output(List<String> command) {
        return run(command).output();
    }

    record Result(int code, String output) {}

    static Result run(List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            setEnvironment(builder.environment());
            Process process = builder.directory(Path.of("/").toFile()).start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot run %s: %s".formatted(command.getFirst(), e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedPostgresException("interrupted while starting PostgreSQL", e);
        }
    }

    /** Nothing of the caller's environment (PGDATA, secrets) reaches the programs. */
    private static void setEnvironment(Map<String, String> environment) {
        environment.clear();
        environment.put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        environment.put("LC_ALL", "C");
        environment.put("TZ", "UTC");
    }

    /** The last lines of a log, for an error message. */
    static String tail(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, file.length() - TAIL_BYTES);
            byte[] bytes = new byte[(int) (file.length() - start)];
            file.seek(start);
            file.readFully(bytes);
            return lastLines(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    static String lastLines(String output) {
        List<String> lines = output.strip().lines().toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 4), lines.size()));
    }
}
