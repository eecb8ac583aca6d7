package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.JsonSchemaCheck;
import dev.myriarch.gitops.ObjectKind;
import dev.myriarch.gitops.ObjectSchema;
import dev.myriarch.json.Json;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code myrctl schema}: what is printed, what is written, what editors find. */
final class SchemaCommandTest {
    @TempDir private Path folder;

    @Test
    void theSchemaOfAllKindsIsPrinted() {
        CommandRun run = CommandRun.in(folder, "schema");

        assertThat(run.exitCode()).isEqualTo(0);
        assertThat(Json.read(run.out())).isEqualTo(ObjectSchema.ofAllKinds());
    }

    @ParameterizedTest
    @EnumSource(ObjectKind.class)
    void theSchemaOfAKindIsPrinted(ObjectKind kind) {
        CommandRun run = CommandRun.in(folder, "schema", "--kind", kind.text());

        assertThat(Json.read(run.out())).isEqualTo(ObjectSchema.of(kind));
    }

    @Test
    void schemasAndSettingsAreWrittenForEditors() throws IOException {
        QuickstartCopy.in(folder.resolve("gitops"));

        CommandRun run = CommandRun.in(folder, "schema", "gitops", "--write", "schemas");

        assertThat(run.exitCode()).isEqualTo(0);
        assertThat(run.out().lines())
                .containsExactly(
                        "schemas/blueprint.schema.json",
                        "schemas/fleet.schema.json",
                        "schemas/rolloutpolicy.schema.json",
                        "schemas/executor.schema.json",
                        "schemas/inventory.schema.json",
                        "schemas/sampleagent.schema.json",
                        "schemas/myriarch.schema.json",
                        "schemas/vscode-settings.json");
        assertThat(Files.readString(folder.resolve("schemas/vscode-settings.json")))
                .contains("\"./schemas/myriarch.schema.json\": [\"gitops/blueprints/*.yaml\"")
                .contains("\"gitops/samples/agents/*.yaml\"");
        assertThat(CommandRun.in(folder, "schema", "--write", "one", "--kind", "Fleet").out())
                .isEqualTo("one/fleet.schema.json\n");
    }

    @ParameterizedTest
    @CsvSource({"vscode, '# yaml-language-server: $schema='", "jetbrains, '# $schema: '"})
    void annotatedFilesNameTheSchemaTheyAreValidTo(String editor, String beginning)
            throws IOException {
        QuickstartCopy.in(folder.resolve("gitops"));
        CommandRun.write(folder, "gitops/mixed.yaml", mixed());

        CommandRun run = annotate(editor);

        assertThat(run.exitCode()).isEqualTo(0);
        List<Path> files = yamlFiles();
        assertThat(files).hasSizeGreaterThan(5);
        for (Path file : files) {
            String first = Files.readString(file).lines().findFirst().orElseThrow();
            assertThat(first).startsWith(beginning);
            Path schema = file.resolveSibling(first.substring(beginning.length()));
            Value.Mapping rules = (Value.Mapping) Json.read(Files.readString(schema));
            for (YamlNode document :
                    YamlReader.read(Files.readAllBytes(file), YamlLimits.defaults())) {
                assertThat(JsonSchemaCheck.problems(rules, document.toValue())).isEmpty();
            }
        }
        assertThat(Files.readString(folder.resolve("gitops/mixed.yaml")))
                .contains("myriarch.schema.json")
                .endsWith(mixed());
        assertThat(CommandRun.in(folder, "validate", "gitops").exitCode()).isEqualTo(0);
    }

    @Test
    void annotatingAgainChangesNothingOrTheOneLine() throws IOException {
        QuickstartCopy.in(folder.resolve("gitops"));
        annotate("vscode");
        Path file = folder.resolve("gitops/fleets/fleets.yaml");
        String once = Files.readString(file);

        CommandRun again = annotate("vscode");

        assertThat(again.out()).doesNotContain("gitops/fleets");
        assertThat(Files.readString(file)).isEqualTo(once);
        annotate("jetbrains");
        assertThat(Files.readString(file).lines().skip(1).toList())
                .isEqualTo(once.lines().skip(1).toList());
    }

    @Test
    void lineEndsStayAndABrokenFileIsLeftAlone() throws IOException {
        CommandRun.warned(folder.resolve("gitops"));
        Path windows = folder.resolve("gitops/fleet.yaml");
        String text = Files.readString(windows).replace("\n", "\r\n");
        Files.writeString(windows, text);
        CommandRun.write(folder, "gitops/broken.yaml", "a: [\n");

        CommandRun run = annotate("vscode");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("gitops/broken.yaml is left alone");
        assertThat(Files.readString(folder.resolve("gitops/broken.yaml"))).isEqualTo("a: [\n");
        assertThat(Files.readString(windows))
                .isEqualTo(
                        "# yaml-language-server: $schema=../schemas/fleet.schema.json\r\n" + text);
    }

    private CommandRun annotate(String editor) {
        return CommandRun.in(
                folder, "schema", "gitops", "--write", "schemas", "--annotate=" + editor);
    }

    private static String mixed() {
        return """
        # Two kinds in one file.
        apiVersion: myriarch.dev/v1alpha1
        kind: RolloutPolicy
        metadata: {name: slow}
        spec: {}
        ---
        apiVersion: myriarch.dev/v1alpha1
        kind: Inventory
        metadata: {name: more}
        spec: {}
        """;
    }

    private List<Path> yamlFiles() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("gitops"))) {
            return files.filter(each -> each.toString().endsWith(".yaml")).toList();
        }
    }
}
