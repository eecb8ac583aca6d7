package dev.myriarch.gitops;

import java.util.Objects;

/**
 * A file of the repository.
 *
 * @param path inside the repository, with forward slashes
 */
public record RepositoryFile(String path, byte[] content) {
    public RepositoryFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(content, "content");
    }
}
