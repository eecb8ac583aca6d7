package dev.myriarch.myrctl;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Says in words why a file could not be read or written. */
final class Reasons {
    private Reasons() {}

    static String of(IOException problem) {
        return switch (problem) {
            case NoSuchFileException _ -> "it does not exist";
            case AccessDeniedException _ -> "there is no permission";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default ->
                    Optional.ofNullable(problem.getMessage())
                            .orElse(problem.getClass().getSimpleName());
        };
    }
}
