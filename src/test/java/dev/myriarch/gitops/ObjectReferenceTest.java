package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.GoldenFiles;
import dev.myriarch.testing.TestRepository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference page of the objects, and the issue codes that it names for each field. */
final class ObjectReferenceTest {
    /** Codes that every field can have; the page says so once. */
    private static final Set<String> COMMON =
            Set.of("unknown_field", "invalid_field", "invalid_name");

    /** About files, the whole repository or an object as a whole. */
    private static final Set<String> WITHOUT_FIELD =
            Set.of(
                    "yaml_syntax",
                    "duplicate_object",
                    "not_regular_file",
                    "file_too_large",
                    "too_many_files",
                    "repository_too_large",
                    "repository_too_complex",
                    "time_budget_exceeded",
                    "config_too_large",
                    "fleet_ambiguous",
                    "sample_unassigned",
                    "unchecked_settings");

    @Test
    void theReferencePageIsMadeFromTheDescription() {
        GoldenFiles.checkFile(Path.of("docs/reference/gitops-objects.md"), page());
    }

    @Test
    void everyCodeOfTheCatalogueBelongsToAField() {
        Set<String> named = new TreeSet<>(COMMON);
        named.addAll(WITHOUT_FIELD);
        for (ObjectKind kind : ObjectKind.values()) {
            ObjectReference.entries(kind)
                    .forEach(entry -> entry.codes().forEach(code -> named.add(code.code())));
        }
        assertThat(named).containsExactlyElementsOf(IssueCode.codes());
    }

    @Test
    void fieldsRaiseTheCodesThatTheDescriptionNamesAndNoOthers() {
        Set<String> described = new TreeSet<>();
        for (ObjectKind kind : ObjectKind.values()) {
            for (ObjectReference.Entry entry : ObjectReference.entries(kind)) {
                entry.codes()
                        .forEach(code ->
                                described.add(
                                        "%s %s %s"
                                                .formatted(
                                                        kind.text(), entry.path(), code.code())));
            }
        }
        Set<String> raised = new TreeSet<>();
        for (TestRepository repository : WrongObjects.all()) {
            for (Issue issue : repository.issues()) {
                if (!COMMON.contains(issue.code()) && !WITHOUT_FIELD.contains(issue.code())) {
                    raised.add(raised(issue));
                }
            }
        }
        assertThat(raised).containsExactlyElementsOf(described);
    }

    /** The nearest described field at or around an issue. */
    private static String raised(Issue issue) {
        ObjectKind kind =
                ObjectKind.of(issue.object().substring(0, issue.object().indexOf('/')))
                        .orElseThrow();
        List<String> paths =
                ObjectReference.entries(kind).stream().map(ObjectReference.Entry::path).toList();
        String path = issue.path().replaceAll("\\[[0-9]+\\]", "[]");
        Optional<String> around = Optional.empty();
        for (String each : paths) {
            boolean holds =
                    path.equals(each) || path.startsWith(each + ".") || path.startsWith(each + "[");
            if (holds && around.filter(longer -> longer.length() > each.length()).isEmpty()) {
                around = Optional.of(each);
            }
        }
        return "%s %s %s".formatted(kind.text(), around.orElse("?" + issue), issue.code());
    }

    private static String page() {
        StringBuilder page =
                new StringBuilder(
                        """
                        # GitOps objects

                        Every kind of object in a GitOps repository with its fields. Unknown fields are errors. The same
                        description gives the JSON Schema (`myrctl schema`), and `myrctl explain Fleet.spec.update` prints
                        parts of it.

                        <!-- Made from ObjectTypes by ObjectReferenceTest with -Dgolden.update=true; edit there. -->

                        A null is the same as a missing field. Types:

                        | Type | Form |
                        | --- | --- |
                        | name | 1 to 63 of `a-z`, `0-9` and `-`, no `-` at either end |
                        | label key, label value | at most 63 of `A-Z a-z 0-9 . _ - /`; keys are not empty |
                        | duration | as Go writes it: `30s`, `1h30m`, `500ms` |
                        | text | a string; what YAML reads as a number or a boolean stands in quotes |
                        | map, free form | any keys and values; see [blueprints](../concepts/blueprints.md) |

                        Every field can have the issues [`unknown_field`](issue-codes.md#unknown_field),
                        [`invalid_field`](issue-codes.md#invalid_field) and, for names,
                        [`invalid_name`](issue-codes.md#invalid_name); what else it can have is in its line. A name that
                        ends in `[]` stands for the elements of a list.
                        """);
        for (ObjectKind kind : ObjectKind.values()) {
            page.append("\n## %s\n\n".formatted(kind.text()));
            page.append(ObjectReference.purpose(kind)).append("\n\n");
            page.append("| Field | Type | Default | Meaning | Issues |\n");
            page.append("| --- | --- | --- | --- | --- |\n");
            ObjectReference.entries(kind).forEach(entry -> page.append(row(entry)));
        }
        return page.toString();
    }

    private static String row(ObjectReference.Entry entry) {
        List<String> meaning = new ArrayList<>();
        meaning.add(entry.description());
        if (!entry.alternatives().isEmpty()) {
            meaning.add(
                    entry.alternatives().stream()
                            .map(each -> "`" + each + "`")
                            .collect(Collectors.joining(" and ", "Exactly one of ", ".")));
        }
        return "| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                        entry.path(),
                        entry.type(),
                        entry.required()
                                ? "required"
                                : entry.fallback().map(each -> "`" + each + "`").orElse(""),
                        String.join(" ", meaning).replace("|", "\\|").replace("<", "&lt;"),
                        entry.codes().stream()
                                .map(IssueCode::code)
                                .map(code -> "[`%s`](issue-codes.md#%s)".formatted(code, code))
                                .collect(Collectors.joining(", ")));
    }

    @Test
    void everyFieldHasASentence() {
        for (ObjectKind kind : ObjectKind.values()) {
            assertThat(Arrays.asList(ObjectReference.purpose(kind)))
                    .allMatch(each -> each.endsWith("."));
            assertThat(ObjectReference.entries(kind))
                    .allSatisfy(entry ->
                            assertThat(entry.description())
                                    .as(entry.path())
                                    .matches("(?s)[A-Z].*\\."));
        }
    }
}
