package dev.myriarch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** A copy of examples/quickstart that a test may change. */
public final class QuickstartCopy {
    private static final Path ORIGINAL = Path.of("examples/quickstart");

    private final Path folder;

    private QuickstartCopy(Path folder) {
        this.folder = folder;
    }

    /** Copies the examples into a new folder. */
    public static QuickstartCopy in(Path folder) {
        try (Stream<Path> files = Files.walk(ORIGINAL)) {
            for (Path file : files.toList()) {
                Path target = folder.resolve(ORIGINAL.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
            return new QuickstartCopy(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Replaces the only occurrence of a text in a file, in one step for whoever reads it. */
    public void replace(String file, String old, String replacement) {
        String text = read(file);
        if (text.indexOf(old) < 0 || text.indexOf(old) != text.lastIndexOf(old)) {
            throw new AssertionError("not exactly one «" + old + "» in " + file);
        }
        write(file, text.replace(old, replacement));
    }

    /** Puts the original of a file back. */
    public void restore(String file) {
        try {
            write(file, Files.readString(ORIGINAL.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file, which may be a new one. */
    public void write(String file, String text) {
        try {
            Path part = Files.writeString(folder.resolve(".part"), text);
            Files.move(part, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
