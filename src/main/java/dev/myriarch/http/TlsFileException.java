package dev.myriarch.http;

import java.nio.file.Path;

/** A file with certificates or a key cannot be used; the message names it and says why. */
public final class TlsFileException extends RuntimeException {
    TlsFileException(Path file, String problem) {
        super(file + ": " + problem);
    }

    TlsFileException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }
}
