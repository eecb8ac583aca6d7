package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Git repository for a test, made with the git of the machine. */
public final class GitRepository {
    private final Path folder;

    private GitRepository(Path folder) {
        this.folder = folder;
    }

    /** Makes a folder a repository; {@code test} is left out where there is no git. */
    public static GitRepository in(Path folder, Class<?> test) {
        Skip.unless(isInstalled(), test, "git is not installed");
        GitRepository repository = new GitRepository(folder);
        repository.git("init", "--quiet", "--initial-branch=main");
        return repository;
    }

    private static boolean isInstalled() {
        try {
            return new ProcessBuilder("git", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Commits everything and returns the hash. */
    public String commit(String message) {
        git("add", "--all");
        git("commit", "--quiet", "--allow-empty", "--message", message);
        return git("rev-parse", "HEAD");
    }

    /** Runs git and returns what it prints. */
    public String git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        for (String setting :
                List.of(
                        "user.name=Test",
                        "user.email=test@example.org",
                        "commit.gpgsign=false",
                        "core.autocrlf=false",
                        "core.hooksPath=/dev/null")) {
            command.addAll(List.of("-c", setting));
        }
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        try {
            Files.createDirectories(folder);
            Process process = builder.start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(command + " failed: " + output);
            }
            return output.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
