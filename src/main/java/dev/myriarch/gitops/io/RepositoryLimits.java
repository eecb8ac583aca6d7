package dev.myriarch.gitops.io;

/**
 * Bounds of a repository.
 *
 * @param fileBytes largest file
 * @param files most YAML files
 * @param totalBytes largest sum of all files
 */
public record RepositoryLimits(int fileBytes, int files, long totalBytes) {
    public static final RepositoryLimits DEFAULT = new RepositoryLimits(4 << 20, 2_000, 64L << 20);
}
