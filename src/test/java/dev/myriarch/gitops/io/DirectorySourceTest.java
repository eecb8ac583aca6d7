package dev.myriarch.gitops.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositorySource.Fetch;
import dev.myriarch.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectorySourceTest {
    private static final RepositoryLimits LIMITS = new RepositoryLimits(100, 3, 250);

    @TempDir private Path root;

    private final SettableClock clock = new SettableClock(Instant.now().plusSeconds(60));

    @Test
    void yamlFilesAreReadSortedByPath() throws IOException {
        write("b.yaml", "b");
        write("a/z.yml", "z");
        write("a.txt", "no");

        assertThat(content(source()).files())
                .extracting(RepositoryFile::path)
                .containsExactly("a/z.yml", "b.yaml");
    }

    @Test
    void hiddenFilesAndFoldersAndOtherSamplesAreSkipped() throws IOException {
        write(".gitlab-ci.yml", "no");
        write(".git/config.yaml", "no");
        write("a/.hidden/x.yaml", "no");
        write("samples/other/x.yaml", "no");
        write("samples/x.yaml", "no");
        write("samples/agents/x.yaml", "yes");

        Fetch.Content content = content(source());

        assertThat(content.files())
                .extracting(RepositoryFile::path)
                .containsExactly("samples/agents/x.yaml");
        assertThat(content.issues()).isEmpty();
    }

    @Test
    void linksOfEditorsAndLinksThatAreNoYamlAreNoneOfOurBusiness() throws IOException {
        write("a.yaml", "a: 1");
        Files.createSymbolicLink(root.resolve(".#a.yaml"), Path.of("nobody@nowhere.1234"));
        Files.createSymbolicLink(root.resolve("notes.txt"), Path.of("/nowhere/at/all"));

        assertThat(source().fetch(Optional.empty()))
                .isInstanceOfSatisfying(
                        Fetch.Content.class, content -> assertThat(content.issues()).isEmpty());
    }

    @Test
    void aFolderWithoutAnyObjectIsAMistakeAndNotAnEmptyRepository() {
        assertThat(source().fetch(Optional.empty()))
                .isInstanceOfSatisfying(
                        Fetch.Failed.class,
                        failed -> assertThat(failed.message()).contains("holds no YAML file"));
    }

    @Test
    void symbolicLinksAreRefusedAndNotFollowed() throws IOException {
        Path outside = Files.createTempFile("outside", ".yaml");
        write("a.yaml", "a");
        Files.createSymbolicLink(root.resolve("link.yaml"), outside);
        Files.createSymbolicLink(root.resolve("folder"), outside.getParent());

        Fetch.Content content = content(source());

        assertThat(content.files()).extracting(RepositoryFile::path).containsExactly("a.yaml");
        assertThat(content.issues())
                .extracting(issue -> issue.code() + " " + issue.file())
                .containsExactlyInAnyOrder("not_regular_file link.yaml", "not_regular_file folder");
        Files.delete(outside);
    }

    @Test
    void boundsAreErrors() throws IOException {
        write("a.yaml", "x".repeat(101));
        assertThat(codes()).containsExactly("file_too_large");

        write("a.yaml", "x".repeat(100));
        write("b.yaml", "x".repeat(100));
        assertThat(codes()).isEmpty();

        write("c.yaml", "x".repeat(100));
        assertThat(codes()).containsExactly("repository_too_large");

        write("d.yaml", "x");
        assertThat(codes()).contains("too_many_files");
    }

    private List<String> codes() {
        return content(source()).issues().stream().map(Issue::code).toList();
    }

    @Test
    void revisionFollowsPathsAndContents() throws IOException {
        write("a.yaml", "1");
        String first = content(source()).revision();

        assertThat(content(source()).revision()).isEqualTo(first).matches("[0-9a-f]{64}");
        write("a.yaml", "2");
        String second = content(source()).revision();
        Files.move(root.resolve("a.yaml"), root.resolve("b.yaml"));
        String third = content(source()).revision();

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
    }

    @Test
    void folderWithoutNewsIsUnchanged() throws IOException {
        write("a.yaml", "1");
        DirectorySource source = source();
        String revision = content(source).revision();

        assertThat(source.fetch(Optional.of(revision))).isEqualTo(new Fetch.Unchanged(revision));
        assertThat(source.fetch(Optional.of("other"))).isInstanceOf(Fetch.Content.class);
    }

    @Test
    void changeOfTheSameSizeIsSeen() throws IOException {
        write("a.yaml", "1");
        DirectorySource source = source();
        String revision = content(source).revision();

        write("a.yaml", "2");
        touch("a.yaml", clock.instant().minus(Duration.ofSeconds(30)));

        assertThat(source.fetch(Optional.of(revision))).isInstanceOf(Fetch.Content.class);
    }

    @Test
    void changeRightAfterALookIsSeenEvenWithTheSameTime() throws IOException {
        write("a.yaml", "1");
        Instant justNow = clock.instant().minusMillis(5);
        touch("a.yaml", justNow);
        DirectorySource source = source();
        String revision = content(source).revision();

        write("a.yaml", "2");
        touch("a.yaml", justNow);

        assertThat(source.fetch(Optional.of(revision))).isInstanceOf(Fetch.Content.class);
    }

    @Test
    void settledFolderIsNotReadAgain() throws IOException {
        write("a.yaml", "1");
        Instant old = clock.instant().minus(Duration.ofHours(1));
        touch("a.yaml", old);
        DirectorySource source = source();
        String revision = content(source).revision();

        write("a.yaml", "2");
        touch("a.yaml", old);

        assertThat(source.fetch(Optional.of(revision)))
                .as("same name, size and time: not read")
                .isEqualTo(new Fetch.Unchanged(revision));
    }

    @Test
    void missingFolderIsAFailureThatNamesIt() {
        DirectorySource source = new DirectorySource(root.resolve("none"), LIMITS, clock);

        assertThat(source.fetch(Optional.empty()))
                .isInstanceOfSatisfying(
                        Fetch.Failed.class,
                        failed -> assertThat(failed.message()).contains("none", "does not exist"));
        assertThat(source.description()).startsWith("dir:").endsWith("none");
    }

    private DirectorySource source() {
        return new DirectorySource(root, LIMITS, clock);
    }

    private static Fetch.Content content(DirectorySource source) {
        Fetch fetch = source.fetch(Optional.empty());
        assertThat(fetch).isInstanceOf(Fetch.Content.class);
        return (Fetch.Content) fetch;
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void touch(String path, Instant time) throws IOException {
        Files.setLastModifiedTime(root.resolve(path), FileTime.from(time));
    }
}
