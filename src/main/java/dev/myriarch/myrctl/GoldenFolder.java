package dev.myriarch.myrctl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The expected renderings of a repository: {@code samples/golden/<sample>.yaml}. Below {@code
 * samples} only agents are read as objects, so these files are none.
 */
record GoldenFolder(Path folder) {
    private static final String ENDING = ".yaml";

    static GoldenFolder of(Path repository) {
        return new GoldenFolder(repository.resolve("samples").resolve("golden"));
    }

    /** Names of the samples with a file, sorted. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        if (!Files.isDirectory(folder)) {
            return names;
        }
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .forEach(name -> names.add(name.substring(0, name.length() - ENDING.length())));
            return names;
        } catch (IOException e) {
            throw trouble("read", folder, e);
        }
    }

    /** With the line ends that the canonical form has, whatever a checkout made of them. */
    String read(String name) {
        Path file = file(name);
        try {
            return Files.readString(file, StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw trouble("read", file, e);
        }
    }

    void write(String name, String text) {
        Path file = file(name);
        try {
            if (Files.isSymbolicLink(file) || Files.isSymbolicLink(folder)) {
                throw CommandException.trouble(
                        "%s is a symbolic link and is not written".formatted(file));
            }
            Files.createDirectories(folder);
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw trouble("written", file, e);
        }
    }

    void delete(String name) {
        Path file = file(name);
        try {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(file);
            }
        } catch (NoSuchFileException e) {
            // Somebody else deleted it, which is what was wanted.
        } catch (IOException e) {
            throw trouble("deleted", file, e);
        }
    }

    private Path file(String name) {
        return folder.resolve(name + ENDING);
    }

    private static CommandException trouble(String what, Path file, IOException problem) {
        return CommandException.trouble(
                "%s cannot be %s: %s".formatted(file, what, Reasons.of(problem)));
    }
}
