package dev.myriarch.gitops.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One run of the {@code git} of the machine, only to read. Its environment is that of this process
 * without all that directs git itself, such as {@code GIT_DIR} in a hook, and so that it never
 * asks, never fetches and always speaks English. Confined to one call.
 */
final class GitProcess {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int ERROR_BYTES = 4096;

    /** Where git finds itself, its user's settings (safe.directory) and temporary files. */
    private static final Set<String> KEPT =
            Set.of(
                    "PATH",
                    "HOME",
                    "XDG_CONFIG_HOME",
                    "USERPROFILE",
                    "SYSTEMROOT",
                    "TMPDIR",
                    "TEMP");

    private final String executable;
    private final Path folder;

    GitProcess(String executable, Path folder) {
        this.executable = executable;
        this.folder = folder;
    }

    /**
     * @param error what git said on its standard error, at most a few kilobytes
     */
    record Result(int exitCode, byte[] output, String error) {
        String text() {
            return new String(output, StandardCharsets.UTF_8).strip();
        }
    }

    /** Takes the standard output while git runs. */
    @FunctionalInterface
    interface Reader {
        byte[] read(InputStream output) throws IOException;
    }

    /** Runs git and takes at most {@code maximum} bytes of what it prints. */
    Result run(int maximum, String... arguments) {
        return run(new byte[0], output -> bounded(output, maximum), arguments);
    }

    /**
     * @param input what git reads on its standard input
     * @throws GitException when git is not there, takes too long or prints too much
     */
    Result run(byte[] input, Reader reader, String... arguments) {
        Process process = start(arguments);
        Thread watch = Thread.ofVirtual().start(() -> watch(process));
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        Thread errors = Thread.ofVirtual().start(() -> drain(process.getErrorStream(), error));
        Thread feeder = Thread.ofVirtual().start(() -> feed(process.getOutputStream(), input));
        try (InputStream output = process.getInputStream()) {
            byte[] read = reader.read(output);
            int exitCode = process.waitFor();
            errors.join();
            feeder.join();
            return new Result(exitCode, read, error.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GitException(
                    "git ended before it had answered, or took longer than %d seconds"
                            .formatted(LIMIT.toSeconds()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GitException("interrupted while git was running");
        } finally {
            process.destroyForcibly();
            watch.interrupt();
        }
    }

    private Process start(String... arguments) {
        List<String> command = new ArrayList<>(List.of(executable, "--no-pager"));
        command.addAll(List.of("--no-replace-objects", "--literal-pathspecs"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> !KEPT.contains(name));
        environment.put("LC_ALL", "C");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        environment.put("GIT_NO_LAZY_FETCH", "1");
        try {
            return builder.start();
        } catch (IOException e) {
            throw new GitException(
                    "%s cannot be started: is it installed and on the PATH, and does %s exist?"
                            .formatted(executable, folder));
        }
    }

    private static void watch(Process process) {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            // The run is over.
            Thread.currentThread().interrupt();
        }
    }

    private static void feed(OutputStream stream, byte[] input) {
        try (OutputStream out = stream) {
            out.write(input);
        } catch (IOException e) {
            // Git ended early; its exit code says so.
            return;
        }
    }

    private static void drain(InputStream stream, ByteArrayOutputStream kept) {
        byte[] buffer = new byte[1024];
        try (InputStream in = stream) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                kept.write(buffer, 0, Math.min(count, ERROR_BYTES - kept.size()));
            }
        } catch (IOException e) {
            // What was said so far is enough.
            return;
        }
    }

    private static byte[] bounded(InputStream output, int maximum) throws IOException {
        byte[] read = output.readNBytes(maximum + 1);
        if (read.length > maximum) {
            throw new GitException("git lists more files than a repository may have");
        }
        return read;
    }
}
