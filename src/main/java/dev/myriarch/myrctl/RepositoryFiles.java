package dev.myriarch.myrctl;

import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositorySource;
import dev.myriarch.gitops.io.DirectorySource;
import dev.myriarch.gitops.io.RepositoryLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Optional;

/** The files of a repository as they are, for commands that change them. */
final class RepositoryFiles {
    private RepositoryFiles() {}

    /**
     * Those that the server would read.
     *
     * @throws CommandException when the folder cannot be read
     */
    static RepositorySource.Fetch.Content read(Surroundings surroundings, Path folder) {
        RepositorySource source =
                new DirectorySource(
                        surroundings.resolve(folder),
                        RepositoryLimits.DEFAULT,
                        InstantSource.system());
        return switch (source.fetch(Optional.empty())) {
            case RepositorySource.Fetch.Failed(String message) ->
                    throw CommandException.trouble(message);
            case RepositorySource.Fetch.Unchanged _ ->
                    throw new IllegalStateException("nothing was known before");
            case RepositorySource.Fetch.Content content -> content;
        };
    }

    /**
     * A file by itself, wherever it is.
     *
     * @throws CommandException when it cannot be read
     */
    static RepositoryFile single(Surroundings surroundings, Path path) {
        Path file = surroundings.resolve(path);
        try {
            if (Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw CommandException.trouble("%s is no regular file".formatted(file));
            }
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                return new RepositoryFile(
                        path.toString(), in.readNBytes(RepositoryLimits.DEFAULT.fileBytes() + 1));
            }
        } catch (IOException e) {
            throw CommandException.trouble("%s cannot be read: %s".formatted(file, Reasons.of(e)));
        }
    }

    /** The text of a file; empty when it is not in UTF-8. */
    static Optional<String> text(RepositoryFile file) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(file.content()))
                            .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /**
     * Replaces a file as a whole: who reads it meanwhile sees the old or the new text, and its
     * permissions stay.
     */
    static void replace(Path file, String text) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw CommandException.trouble(
                    "%s is no regular file and is not written".formatted(file));
        }
        Path written = file.resolveSibling("." + file.getFileName() + ".myrctl");
        try {
            Files.copy(
                    file,
                    written,
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING,
                    LinkOption.NOFOLLOW_LINKS);
            Files.writeString(written, text, StandardCharsets.UTF_8);
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw CommandException.trouble(
                    "%s cannot be written: %s".formatted(file, Reasons.of(e)));
        }
    }
}
