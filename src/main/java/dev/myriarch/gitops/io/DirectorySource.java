package dev.myriarch.gitops.io;

import dev.myriarch.base.Sha256;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositorySource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A repository in a folder. Its revision is a hash over the sorted paths and contents. A look that
 * finds the names, sizes and times of the last one reads no file, so polling each second is cheap.
 * Confined to the thread that syncs.
 */
public final class DirectorySource implements RepositorySource {
    /** A file that changed so shortly before a look may change again without a new time. */
    private static final Duration UNSETTLED = Duration.ofSeconds(2);

    private final Path root;
    private final RepositoryLimits limits;
    private final InstantSource clock;
    private Optional<Seen> last = Optional.empty();

    public DirectorySource(Path root, RepositoryLimits limits, InstantSource clock) {
        this.root = root;
        this.limits = limits;
        this.clock = clock;
    }

    private record Seen(DirectoryListing listing, String revision) {}

    @Override
    public String description() {
        return "dir:" + root;
    }

    @Override
    public Fetch fetch(Optional<String> known) {
        try {
            if (!Files.isDirectory(root)) {
                return new Fetch.Failed("the folder %s does not exist".formatted(root));
            }
            Instant now = clock.instant();
            DirectoryListing listing = DirectoryListing.of(root, limits);
            if (listing.found().isEmpty() && listing.issues().isEmpty()) {
                return new Fetch.Failed(
                        "the folder %s holds no YAML file: is it the right one, and is it mounted?"
                                .formatted(root));
            }
            boolean same = last.map(Seen::listing).filter(listing::equals).isPresent();
            if (same && last.map(Seen::revision).equals(known)) {
                return new Fetch.Unchanged(known.orElseThrow());
            }
            Fetch.Content content = read(listing);
            last =
                    isSettled(listing, now)
                            ? Optional.of(new Seen(listing, content.revision()))
                            : Optional.empty();
            return known.filter(content.revision()::equals).isPresent()
                    ? new Fetch.Unchanged(content.revision())
                    : content;
        } catch (NoSuchFileException e) {
            return new Fetch.Failed(
                    "the folder changed while it was read (%s)".formatted(e.getFile()));
        } catch (AccessDeniedException e) {
            return new Fetch.Failed("there is no permission to read %s".formatted(e.getFile()));
        } catch (IOException e) {
            return new Fetch.Failed(
                    "the folder %s cannot be read: %s"
                            .formatted(root, e.getClass().getSimpleName()));
        }
    }

    private static boolean isSettled(DirectoryListing listing, Instant now) {
        Instant limit = now.minus(UNSETTLED);
        return listing.found().stream().noneMatch(file -> file.modified().isAfter(limit));
    }

    private Fetch.Content read(DirectoryListing listing) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        List<RepositoryFile> files = new ArrayList<>();
        List<Issue> issues = new ArrayList<>(listing.issues());
        long total = 0;
        for (DirectoryListing.Found found : listing.found()) {
            total += found.size();
            byte[] content = new byte[0];
            if (found.size() <= limits.fileBytes() && total <= limits.totalBytes()) {
                content = content(found.file());
                if (content.length > limits.fileBytes()) {
                    throw new IOException("a file grew while it was read");
                }
                files.add(new RepositoryFile(found.path(), content));
            } else {
                add(digest, Long.toString(found.size()).getBytes(StandardCharsets.UTF_8));
            }
            add(digest, found.path().getBytes(StandardCharsets.UTF_8));
            add(digest, content);
        }
        if (total > limits.totalBytes()) {
            issues.add(DirectoryListing.tooLargeTogether(total, limits));
        }
        for (Issue issue : issues) {
            add(digest, (issue.code() + " " + issue.file()).getBytes(StandardCharsets.UTF_8));
        }
        return new Fetch.Content(HexFormat.of().formatHex(digest.digest()), files, issues);
    }

    /** Never follows a link, also not one that appeared after the listing. */
    private byte[] content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(limits.fileBytes() + 1);
        }
    }

    /** With its length before it, so that no two repositories give the same input. */
    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(4).putInt(part.length).array());
        digest.update(part);
    }
}
