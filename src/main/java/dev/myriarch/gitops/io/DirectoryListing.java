package dev.myriarch.gitops.io;

import dev.myriarch.gitops.Issue;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The files of a repository folder that count, found without reading them: {@code *.yaml} and
 * {@code *.yml}, except files and folders that begin with a dot, and below {@code samples/} only
 * those of {@code samples/agents/}. Symbolic links are not followed.
 *
 * @param found sorted by path
 * @param issues what is no regular file, and what is beyond a bound
 */
record DirectoryListing(List<Found> found, List<Issue> issues) {
    private static final int MAX_DEPTH = 32;

    /** Other things in the folder that are looked at, such as pictures; a bound for the walk. */
    private static final int MAX_VISITS = 100_000;

    DirectoryListing {
        found = List.copyOf(found);
        issues = List.copyOf(issues);
    }

    /** A file as the walk saw it. */
    record Found(String path, Path file, long size, Instant modified, String identity) {}

    static DirectoryListing of(Path root, RepositoryLimits limits) throws IOException {
        Walk walk = new Walk(root, limits);
        Files.walkFileTree(root, Set.of(), MAX_DEPTH, walk);
        walk.found.sort(Comparator.comparing(Found::path));
        return new DirectoryListing(walk.found, walk.issues);
    }

    static Issue error(String code, String file, String message) {
        return new Issue(code, Issue.Severity.ERROR, message, file, 0, 0, "", "");
    }

    /** Whether a file of this path, from the folder, is read. */
    static boolean counts(String path) {
        boolean otherSample = path.startsWith("samples/") && !path.startsWith("samples/agents/");
        return isYaml(path) && !otherSample && !path.startsWith(".") && !path.contains("/.");
    }

    private static boolean isYaml(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    static Issue notRegular(String path) {
        return error(
                "not_regular_file",
                path,
                "symbolic links and special files are not read; put the file itself here");
    }

    static Issue tooLarge(String path, long size, RepositoryLimits limits) {
        return error(
                "file_too_large",
                path,
                "the file has %d bytes; the limit is %d".formatted(size, limits.fileBytes()));
    }

    static Issue tooMany(RepositoryLimits limits) {
        return error(
                "too_many_files",
                "",
                "there are more than %d YAML files".formatted(limits.files()));
    }

    static Issue tooLargeTogether(long total, RepositoryLimits limits) {
        return error(
                "repository_too_large",
                "",
                "the YAML files have %d bytes together; the limit is %d"
                        .formatted(total, limits.totalBytes()));
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Path root;
        private final RepositoryLimits limits;
        private final List<Found> found = new ArrayList<>();
        private final List<Issue> issues = new ArrayList<>();
        private int visits;

        Walk(Path root, RepositoryLimits limits) {
            this.root = root;
            this.limits = limits;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String path = path(folder);
            boolean hidden = !path.isEmpty() && folder.getFileName().toString().startsWith(".");
            boolean otherSample =
                    path.startsWith("samples/")
                            && !path.equals("samples/agents")
                            && !path.startsWith("samples/agents/");
            return hidden || otherSample ? FileVisitResult.SKIP_SUBTREE : proceed();
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = path(file);
            boolean inSamples = path.startsWith("samples/") && !path.startsWith("samples/agents/");
            boolean hidden = file.getFileName().toString().startsWith(".");
            if (attributes.isDirectory()) {
                issues.add(
                        error(
                                "repository_too_complex",
                                path,
                                "folders are nested more than %d deep".formatted(MAX_DEPTH)));
                return proceed();
            }
            // Hidden files belong to tools: .gitlab-ci.yml, and the locks of editors.
            if (inSamples || hidden) {
                return proceed();
            }
            if (!attributes.isRegularFile() && (isYaml(path) || Files.isDirectory(file))) {
                issues.add(notRegular(path));
            } else if (isYaml(path)) {
                add(file, path, attributes);
            }
            return proceed();
        }

        private void add(Path file, String path, BasicFileAttributes attributes) {
            if (attributes.size() > limits.fileBytes()) {
                issues.add(tooLarge(path, attributes.size(), limits));
            }
            found.add(
                    new Found(
                            path,
                            file,
                            attributes.size(),
                            attributes.lastModifiedTime().toInstant(),
                            String.valueOf(attributes.fileKey())));
        }

        private FileVisitResult proceed() {
            visits++;
            if (found.size() > limits.files()) {
                issues.add(tooMany(limits));
                return FileVisitResult.TERMINATE;
            }
            if (visits > MAX_VISITS) {
                issues.add(
                        error(
                                "too_many_files",
                                "",
                                "there are more than %d files of any kind".formatted(MAX_VISITS)));
                return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
        }

        private String path(Path file) {
            return root.relativize(file).toString().replace('\\', '/');
        }
    }
}
