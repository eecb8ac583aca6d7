package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Skip;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with the input: a message that says where, and never a stack trace. */
final class BadInputTest {
    @TempDir private Path folder;

    @Test
    void fileWithByteOrderMarkIsReadAsItIsMeant() {
        CommandRun.warned(folder);
        CommandRun.write(folder, "fleet.yaml", "\uFEFF" + read("fleet.yaml"));

        assertThat(CommandRun.in(folder, "validate").exitCode()).isEqualTo(0);
    }

    @Test
    void fileInUtf16IsRefused() throws IOException {
        Files.write(
                folder.resolve("a.yaml"), "\uFEFFkind: Fleet".getBytes(StandardCharsets.UTF_16BE));

        assertThat(refused()).contains("a.yaml:1:1: error yaml_syntax: the file is in UTF-16");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() throws IOException {
        Files.write(folder.resolve("a.yaml"), new byte[] {'a', ':', ' ', (byte) 0xE9, '\n'});

        assertThat(refused()).contains("a.yaml:1:4: error yaml_syntax: byte 0xE9");
    }

    @Test
    void tabsAreRefusedWhereTheyAre() {
        CommandRun.write(folder, "a.yaml", "kind: Fleet\nspec:\n\tpriority: 1\n");

        assertThat(refused()).contains("a.yaml:3:1: error yaml_syntax: ");
    }

    @Test
    void secondKeyIsRefusedWhereItIs() {
        CommandRun.write(folder, "a.yaml", "kind: Fleet\nspec: {}\nkind: Fleet\n");

        assertThat(refused()).contains("a.yaml:3:1: error yaml_syntax: ");
    }

    @Test
    void deepNestingIsRefused() {
        CommandRun.write(folder, "a.yaml", "a: " + "[".repeat(5_000) + "\n");

        assertThat(refused()).contains("a.yaml:1:").contains("error yaml_syntax: ");
    }

    @Test
    void documentsThatAreNoObjectsAreRefused() {
        CommandRun.write(folder, "a.yaml", "--- text\n---\n- list\n---\n{}\n---\nkind: Flet\n");

        assertThat(refused().lines().filter(line -> line.contains("error invalid_field")))
                .hasSize(4);
    }

    @Test
    void symbolicLinkIsRefused() throws IOException {
        Files.createSymbolicLink(folder.resolve("a.yaml"), Path.of("/etc/hostname"));

        assertThat(refused()).contains("a.yaml: error not_regular_file: ");
    }

    @Test
    void unreadableFileIsTrouble() throws IOException {
        Path file = Files.writeString(folder.resolve("a.yaml"), "a: 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Skip.unless(
                !Files.isReadable(file),
                BadInputTest.class,
                "this user may read every file; run it as an ordinary user");

        CommandRun run = CommandRun.in(folder, "validate");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("there is no permission to read").contains("a.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    validate missing                     | the folder
                    validate --strikt                    | Possible solutions: --strict
                    validate --output yaml               | there is no output format "yaml"
                    validate --output json=              | the file after --output json= is empty
                    validate --output json=no/such/file  | cannot be written: it does not exist
                    validate --components missing.yaml   | missing.yaml cannot be read: it does not exist
                    validate --components .              | . cannot be read
                    validate --components bad.txt        | bad.txt:2:1: yaml_syntax:
                    validate --components other.txt      | names no component
                    validate . more                      | Unmatched argument at index 2: 'more'
                    validat                              | Did you mean: myrctl validate
                    render . --attr os.type              | should be in KEY=VALUE format
                    render .                             | which agent? Give --attr KEY=VALUE
                    render . --sample agent-c            | there is no sample agent "agent-c"; there are agent-a, agent-b
                    render . --sample agent-a --fleet linx  | did you mean linux?
                    match . --sample agent-a -o xml      | there are text, json
                    test . -o json                       | there are text, junit
                    diff                                 | compare with what?
                    diff missing .                       | does not exist
                    explain unknown_feld                 | did you mean unknown_field?
                    fmt missing                          | cannot be read: it does not exist
                    fmt . -o xml                         | there are text, json
                    explain Fleet.spec.blueprnt          | did you mean Fleet.spec.blueprint?
                    explain Fleet.nothing.like.this      | "myrctl explain Fleet" lists them
                    schema --kind Flet                   | did you mean Fleet?
                    schema --annotate                    | --write DIR is missing
                    schema --write s --annotate          | --annotate needs the folder with the objects
                    schema . --write s --annotate=vi     | expected one of
                    init --ci jenkins                    | expected one of
                    """)
    void wrongUsageIsTroubleWithAHint(String command, String message) {
        CommandRun.warned(folder);
        CommandRun.write(folder, "bad.txt", "a: 1\na: 2\n");
        CommandRun.write(folder, "other.txt", "a: 1\n");

        CommandRun run = CommandRun.in(folder, command.split(" "));

        assertThat(run.err()).startsWith("myrctl: ").contains(message);
        assertThat(run.err()).doesNotContain("\tat ").doesNotContain("internal error");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void commandIsRequired() {
        CommandRun run = CommandRun.in(folder);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Missing required subcommand");
    }

    @ParameterizedTest
    @CsvSource({"render", "match", "test", "graph"})
    void commandsThatNeedAValidRepositoryShowWhatIsWrong(String command) {
        CommandRun.broken(folder);

        CommandRun run = CommandRun.in(folder, command, "config");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("myrctl: the repository is not valid\n")
                .contains("config/fleets/one.yaml:8:3: error unknown_field");
    }

    private String refused() {
        CommandRun run = CommandRun.in(folder, "validate");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
