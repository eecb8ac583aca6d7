package dev.myriarch.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server in a process of its own, which prints {@code port N} first. */
final class MeasuredProcess implements AutoCloseable {
    /** Of /proc/PID/stat; fixed on Linux whatever the kernel counts with inside. */
    private static final double TICKS_PER_SECOND = 100;

    private final Process process;
    private final BufferedReader output;
    private final int port;

    private MeasuredProcess(Process process) throws IOException {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith("port ")) {
            process.destroy();
            throw new IOException("the server did not start: " + line);
        }
        port = Integer.parseInt(line.substring("port ".length()));
    }

    static MeasuredProcess start(List<String> command) throws IOException {
        return new MeasuredProcess(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    int port() {
        return port;
    }

    /** User and system time of all its threads so far, in seconds. */
    double cpuSeconds() {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            // The name of the program, in brackets, may have spaces.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
        } catch (IOException gone) {
            throw new UncheckedIOException("a server ended while it was measured", gone);
        }
    }

    /** Only {@link HttpBenchServer} answers. */
    Memory memory() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
        String line = output.readLine();
        if (line == null) {
            throw new IOException("a server ended while it was measured");
        }
        return Memory.parse(line);
    }

    @Override
    public void close() {
        try {
            process.outputWriter(StandardCharsets.UTF_8).close();
        } catch (IOException gone) {
            // Then it has ended already.
        }
        process.destroyForcibly();
    }
}
