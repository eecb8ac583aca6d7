package dev.myriarch.release;

import dev.myriarch.base.SemanticVersion;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A version that was published upstream.
 *
 * @param distribution such as {@code otelcol-contrib} or {@code opampsupervisor}
 * @param version each number at most 999,999,999
 * @param changes what the changelogs call breaking or deprecated
 * @param foundAt when the tracker saw it first
 * @param acknowledged who took note of its changes
 */
public record Release(
        String distribution,
        SemanticVersion version,
        Publication publication,
        List<Asset> assets,
        List<Change> changes,
        Instant foundAt,
        Optional<Acknowledgement> acknowledged) {
    private static final long MAX_NUMBER = 999_999_999;

    public Release {
        Objects.requireNonNull(distribution, "distribution");
        Objects.requireNonNull(publication, "publication");
        Objects.requireNonNull(foundAt, "foundAt");
        assets = List.copyOf(assets);
        changes = List.copyOf(changes);
        checkNumber(version.major());
        checkNumber(version.minor());
        checkNumber(version.patch());
    }

    private static void checkNumber(long number) {
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("a number of the version is out of range");
        }
    }

    public boolean hasBreakingChanges() {
        return changes.stream().anyMatch(change -> change.kind() == ChangeKind.BREAKING);
    }

    /**
     * @param tag with slashes as they are
     * @param url of the page for people
     */
    public record Publication(String tag, String url, Instant publishedAt) {
        public Publication {
            Objects.requireNonNull(tag, "tag");
            Objects.requireNonNull(url, "url");
            Objects.requireNonNull(publishedAt, "publishedAt");
        }
    }

    /**
     * A file of the release.
     *
     * @param os as Go spells it
     * @param arch as Go spells it
     * @param format extension without the dot, such as {@code tar.gz}
     */
    public record Asset(String name, String os, String arch, String format, String url, long size) {
        public Asset {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(os, "os");
            Objects.requireNonNull(arch, "arch");
            Objects.requireNonNull(format, "format");
            Objects.requireNonNull(url, "url");
        }
    }

    /** Why a change is worth reading before an update. */
    public enum ChangeKind {
        BREAKING,
        DEPRECATION
    }

    /**
     * One entry of a changelog.
     *
     * @param component such as {@code receiver/filelog}
     * @param issues numbers of issues and pull requests
     */
    public record Change(ChangeKind kind, String component, String text, List<Integer> issues) {
        public Change {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(component, "component");
            Objects.requireNonNull(text, "text");
            issues = List.copyOf(issues);
        }
    }

    /**
     * @param by reference of a principal
     */
    public record Acknowledgement(String by, Instant at) {
        public Acknowledgement {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(at, "at");
        }
    }
}
