package dev.myriarch.gitops.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.RepositorySource.Fetch;
import dev.myriarch.testing.GitRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GitRevisionsTest {
    @TempDir private Path top;

    @Test
    void filesAreThoseThatTheFolderHadByTheRulesForFolders() throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        for (String path :
                List.of(
                        "b.yaml",
                        "a/c ü.yml",
                        "a/.hidden.yaml",
                        ".github/x.yaml",
                        "samples/agents/s.yaml",
                        "samples/golden/g.yaml",
                        "picture.png")) {
            write("gitops/" + path, path);
        }
        write("other.yaml", "outside");
        write("gitops2/other.yaml", "outside");
        String first = repository.commit("first");
        write("gitops/b.yaml", "changed");
        Files.delete(top.resolve("gitops/a/c ü.yml"));
        repository.commit("second");
        write("gitops/b.yaml", "not committed");

        assertThat(read("gitops", first).files())
                .extracting(RepositoryFile::path)
                .containsExactly("a/c ü.yml", "b.yaml", "samples/agents/s.yaml");
        assertThat(text(read("gitops", first), "b.yaml")).isEqualTo("b.yaml");
        assertThat(text(read("gitops", "HEAD"), "b.yaml")).isEqualTo("changed");
        assertThat(read("gitops", "HEAD~1").revision()).isEqualTo(first);
        assertThat(read("", first).files())
                .extracting(RepositoryFile::path)
                .contains("gitops/b.yaml", "gitops2/other.yaml", "other.yaml");
    }

    @Test
    void emptyFilesAndAnyBytesComeAsTheyAre() throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        write("a.yaml", "");
        write("b.yaml", "x: 1\r\n\0\n");
        write(".gitattributes", "*.yaml -text ident filter=none\n");
        repository.commit("first");

        assertThat(text(read("", "main"), "a.yaml")).isEmpty();
        assertThat(text(read("", "main"), "b.yaml")).isEqualTo("x: 1\r\n\0\n");
    }

    @Test
    void linksAndLargeFilesAreIssues() throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        write("small.yaml", "a: 1");
        write("large.yaml", "x".repeat(101));
        Files.createSymbolicLink(top.resolve("link.yaml"), Path.of("small.yaml"));
        repository.commit("first");

        Fetch.Content content =
                new GitRevisions("git", top, new RepositoryLimits(100, 10, 1000))
                        .read(repository.git("rev-parse", "HEAD"));

        assertThat(content.files()).extracting(RepositoryFile::path).containsExactly("small.yaml");
        assertThat(content.issues())
                .extracting(Issue::code, Issue::file)
                .containsExactlyInAnyOrder(
                        tuple("file_too_large", "large.yaml"),
                        tuple("not_regular_file", "link.yaml"));
    }

    @Test
    void tooManyFilesAndTooManyBytesAreIssues() throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        for (int number = 0; number < 4; number++) {
            write(number + ".yaml", "x".repeat(50));
        }
        String commit = repository.commit("first");

        assertThat(codes(new RepositoryLimits(100, 3, 1000), commit))
                .containsExactly("too_many_files");
        assertThat(codes(new RepositoryLimits(100, 4, 199), commit))
                .containsExactly("repository_too_large");
        assertThat(codes(new RepositoryLimits(100, 4, 200), commit)).isEmpty();
    }

    private List<String> codes(RepositoryLimits limits, String commit) {
        return new GitRevisions("git", top, limits)
                .read(commit).issues().stream().map(Issue::code).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nosuch", "main:a.yaml", "refs/heads/../x", "a b", "main^{tree}"})
    void unknownRevisionIsToldWithWhatToDo(String revision) throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        write("a.yaml", "a: 1");
        repository.commit("first");

        assertThatThrownBy(() -> revisions("").commit(revision))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("there is no revision \"" + revision + "\"")
                .hasMessageContaining("fetch it first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--upload-pack=x", "-h", "a\nb"})
    void whatCannotBeARevisionNeverReachesGit(String revision) {
        assertThatThrownBy(() -> revisions("").commit(revision))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("is no name of a revision");
    }

    @Test
    void folderOutsideOfARepositoryIsTold() {
        // With a boundary above it, in case the temporary folder itself is inside of one.
        GitRepository.in(top, GitRevisionsTest.class);
        assertThatThrownBy(() -> revisions(".git").commit("HEAD")).isInstanceOf(GitException.class);
    }

    @Test
    void machineWithoutGitIsTold() {
        assertThatThrownBy(() ->
                        new GitRevisions("no-such-git", top, RepositoryLimits.DEFAULT)
                                .commit("HEAD"))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("no-such-git cannot be started: is it installed");
    }

    @Test
    void commitsPartedAtTheirLastCommonOne() throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        write("a.yaml", "a: 1");
        String base = repository.commit("first");
        String main = repository.commit("second");
        repository.git("checkout", "--quiet", "-b", "side", base);
        String side = repository.commit("third");
        repository.git("checkout", "--quiet", "--orphan", "other");
        String other = repository.commit("fourth");

        assertThat(revisions("").mergeBase(main, side)).isEqualTo(base);
        assertThatThrownBy(() -> revisions("").mergeBase(main, other))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("no common commit");
    }

    @Test
    void folderThatARevisionDidNotHaveIsTold() throws IOException {
        GitRepository repository = GitRepository.in(top, GitRevisionsTest.class);
        write("a.txt", "a");
        String first = repository.commit("first");
        write("gitops/a.yaml", "a: 1");

        assertThatThrownBy(() -> revisions("gitops").read(first))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("held no YAML file at revision " + first);
    }

    private GitRevisions revisions(String folder) {
        return new GitRevisions("git", top.resolve(folder), RepositoryLimits.DEFAULT);
    }

    private Fetch.Content read(String folder, String revision) {
        GitRevisions revisions = revisions(folder);
        return revisions.read(revisions.commit(revision));
    }

    private static String text(Fetch.Content content, String path) {
        return content.files().stream()
                .filter(each -> each.path().equals(path))
                .map(each -> new String(each.content(), StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    private void write(String path, String text) throws IOException {
        Path file = top.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
