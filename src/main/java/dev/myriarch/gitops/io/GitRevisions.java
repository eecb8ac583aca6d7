package dev.myriarch.gitops.io;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositorySource.Fetch;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a folder of a Git repository held at some commit, read with the {@code git} of the machine
 * from its object store: the working tree is not touched, nothing is fetched, and no filter or hook
 * of the repository runs. Immutable.
 */
public final class GitRevisions {
    private static final int MAX_REVISION = 250;
    private static final int MAX_LISTING_BYTES = 32 << 20;
    private static final int SHORT_ANSWER = 64 << 10;
    private static final int ERROR_LENGTH = 300;

    private final GitProcess git;
    private final Path folder;
    private final RepositoryLimits limits;

    /**
     * @param executable {@code git}, or where it is
     * @param folder below the top of a working tree
     */
    public GitRevisions(String executable, Path folder, RepositoryLimits limits) {
        this.git = new GitProcess(executable, folder);
        this.folder = folder;
        this.limits = limits;
    }

    /**
     * The hash of the commit that a name stands for.
     *
     * @throws GitException when there is none
     */
    public String commit(String revision) {
        boolean odd =
                revision.isEmpty()
                        || revision.length() > MAX_REVISION
                        || revision.startsWith("-")
                        || revision.chars().anyMatch(Character::isISOControl);
        if (odd) {
            throw new GitException("\"%s\" is no name of a revision".formatted(shown(revision)));
        }
        prefix();
        GitProcess.Result result =
                git.run(
                        SHORT_ANSWER,
                        "rev-parse",
                        "--verify",
                        "--quiet",
                        "--end-of-options",
                        revision + "^{commit}");
        if (result.exitCode() != 0) {
            throw new GitException(
                    "there is no revision \"%s\" in this clone; if it is on a server, fetch it first"
                                    .formatted(shown(revision))
                            + " (in CI the checkout must not be shallow)");
        }
        return result.text();
    }

    /**
     * Where two commits parted.
     *
     * @throws GitException when they have nothing in common
     */
    public String mergeBase(String one, String other) {
        GitProcess.Result result = git.run(SHORT_ANSWER, "merge-base", one, other);
        if (result.exitCode() != 0) {
            throw new GitException(
                    "the two revisions have no common commit in this clone; a shallow clone does"
                            + " not know it");
        }
        return result.text().lines().findFirst().orElseThrow();
    }

    /**
     * The files of the folder as they were, by the rules for folders.
     *
     * @param commit a hash that {@link #commit} gave
     */
    public Fetch.Content read(String commit) {
        String prefix = prefix();
        List<String> arguments =
                new ArrayList<>(List.of("ls-tree", "-r", "-z", "-l", "--full-tree", commit));
        if (!prefix.isEmpty()) {
            arguments.addAll(List.of("--", prefix));
        }
        GitProcess.Result listing = git.run(MAX_LISTING_BYTES, arguments.toArray(String[]::new));
        if (listing.exitCode() != 0) {
            throw new GitException("git cannot list the files: " + said(listing));
        }
        List<Issue> issues = new ArrayList<>();
        List<Blob> blobs = blobs(listing.output(), prefix, issues);
        if (blobs.isEmpty() && issues.isEmpty()) {
            throw new GitException("%s held no YAML file at revision %s".formatted(folder, commit));
        }
        return new Fetch.Content(commit, contents(blobs), issues);
    }

    /** The way from the top of the working tree to the folder, with a slash at its end. */
    private String prefix() {
        GitProcess.Result result = git.run(SHORT_ANSWER, "rev-parse", "--show-prefix");
        if (result.exitCode() != 0) {
            throw new GitException(
                    "%s is in no Git repository: %s".formatted(folder, said(result)));
        }
        // Only the line end is git's: a name may end with a blank.
        return new String(result.output(), StandardCharsets.UTF_8).replaceFirst("\r?\n$", "");
    }

    private static String said(GitProcess.Result result) {
        String line = result.error().lines().findFirst().orElse("it gave no reason");
        return shown(line.replaceFirst("^fatal: ", ""));
    }

    private static String shown(String text) {
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= ERROR_LENGTH ? clean : clean.substring(0, ERROR_LENGTH) + "…";
    }

    /** A file of a commit. */
    private record Blob(String path, String id, long size) {}

    private List<Blob> blobs(byte[] listing, String prefix, List<Issue> issues) {
        List<Blob> blobs = new ArrayList<>();
        long total = 0;
        for (String line : new String(listing, StandardCharsets.UTF_8).split("\0")) {
            int tab = line.indexOf('\t');
            if (tab < 0 || !line.startsWith(prefix, tab + 1)) {
                continue;
            }
            String path = line.substring(tab + 1 + prefix.length());
            String[] fields = line.substring(0, tab).split(" +");
            if (fields.length != 4 || !DirectoryListing.counts(path)) {
                continue;
            }
            if (!fields[0].startsWith("100")) {
                issues.add(DirectoryListing.notRegular(path));
                continue;
            }
            long size = Long.parseLong(fields[3]);
            total += size;
            if (size > limits.fileBytes()) {
                issues.add(DirectoryListing.tooLarge(path, size, limits));
            } else {
                blobs.add(new Blob(path, fields[2], size));
            }
        }
        if (blobs.size() > limits.files()) {
            issues.add(DirectoryListing.tooMany(limits));
        } else if (total > limits.totalBytes()) {
            issues.add(DirectoryListing.tooLargeTogether(total, limits));
        } else {
            blobs.sort(Comparator.comparing(Blob::path));
            return blobs;
        }
        return List.of();
    }

    private List<RepositoryFile> contents(List<Blob> blobs) {
        if (blobs.isEmpty()) {
            return List.of();
        }
        List<RepositoryFile> files = new ArrayList<>();
        byte[] names =
                blobs.stream()
                        .map(each -> each.id() + "\n")
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.US_ASCII);
        git.run(
                names,
                output -> {
                    DataInputStream in = new DataInputStream(output);
                    for (Blob blob : blobs) {
                        files.add(new RepositoryFile(blob.path(), content(in, blob)));
                    }
                    return new byte[0];
                },
                "cat-file",
                "--batch");
        return files;
    }

    private static byte[] content(DataInputStream in, Blob blob) throws IOException {
        String header = line(in);
        if (!header.equals("%s blob %d".formatted(blob.id(), blob.size()))) {
            throw new GitException(
                    "%s is not in this clone; a partial clone has to fetch it first"
                            .formatted(shown(blob.path())));
        }
        byte[] content = new byte[(int) blob.size()];
        in.readFully(content);
        in.readByte();
        return content;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
            if (line.length() > MAX_REVISION) {
                throw new IOException("no header");
            }
        }
        return line.toString();
    }
}
