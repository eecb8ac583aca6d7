package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.json.Json;
import dev.myriarch.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonDifferenceCalculator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The description of the objects against what reads them: each described field is read, its default
 * is what a missing field means, and the JSON Schema refuses nothing that the reader accepts.
 */
final class ObjectDescriptionTest {
    private static final List<Path> EXAMPLES =
            List.of(
                    Path.of("examples/quickstart"),
                    Path.of("src/main/resources/dev/myriarch/myrctl/init/gitops"));

    @ParameterizedTest
    @EnumSource(ObjectKind.class)
    void theCompleteObjectsHaveEveryField(ObjectKind kind) {
        for (ObjectReference.Entry entry : ObjectReference.entries(kind)) {
            assertThat(documents(kind))
                    .as(kind.text() + " " + entry.path())
                    .anyMatch(
                            each -> CompleteObjects.has(each, CompleteObjects.steps(entry.path())));
        }
    }

    @ParameterizedTest
    @EnumSource(ObjectKind.class)
    void everyFieldIsRead(ObjectKind kind) {
        for (ObjectReference.Entry entry : ObjectReference.entries(kind)) {
            List<String> path = CompleteObjects.steps(entry.path());
            for (Value.Mapping document : documents(kind)) {
                if (CompleteObjects.has(document, path)) {
                    Value without = CompleteObjects.changed(document, path, _ -> Optional.empty());
                    ParsedRepository parsed = CompleteObjects.read(without);
                    assertThat(
                                    !CompleteObjects.isAccepted(parsed)
                                            || differ(CompleteObjects.read(document), parsed))
                            .as("without %s %s nothing changes", kind.text(), entry.path())
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ObjectKind.class)
    void requiredFieldsAreThoseThatTheReaderMisses(ObjectKind kind) {
        for (ObjectReference.Entry entry : ObjectReference.entries(kind)) {
            List<String> path = CompleteObjects.steps(entry.path());
            for (Value.Mapping document : documents(kind)) {
                if (CompleteObjects.has(document, path)) {
                    Value without = CompleteObjects.changed(document, path, _ -> Optional.empty());
                    boolean missed =
                            CompleteObjects.read(without).issues().stream()
                                    .filter(issue -> issue.code().equals("invalid_field"))
                                    .anyMatch(issue -> !issue.message().endsWith("needs values"));
                    assertThat(missed)
                            .as(kind.text() + " " + entry.path())
                            .isEqualTo(entry.required());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ObjectKind.class)
    void defaultsAreWhatAMissingFieldMeans(ObjectKind kind) {
        for (ObjectReference.Entry entry : ObjectReference.entries(kind)) {
            if (entry.fallback().isEmpty()) {
                continue;
            }
            List<String> path = CompleteObjects.steps(entry.path());
            for (Value.Mapping document : documents(kind)) {
                if (!CompleteObjects.has(document, path)) {
                    continue;
                }
                ParsedRepository without =
                        CompleteObjects.read(
                                CompleteObjects.changed(document, path, _ -> Optional.empty()));
                ParsedRepository with =
                        CompleteObjects.read(
                                CompleteObjects.changed(
                                        document,
                                        path,
                                        _ -> Optional.of(value(entry.fallback().get()))));
                assertThat(differ(without, with))
                        .as("%s %s: %s", kind.text(), entry.path(), entry.fallback())
                        .isFalse();
                assertThat(without.issues())
                        .extracting(Issue::code)
                        .isEqualTo(with.issues().stream().map(Issue::code).toList());
            }
        }
    }

    @Test
    void examplesAndCompleteObjectsAreValidToTheSchemas() throws IOException {
        List<Value.Mapping> documents = new ArrayList<>(CompleteObjects.all());
        for (Path root : EXAMPLES) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".yaml"))
                        .forEach(file -> documents.addAll(CompleteObjects.documents(file)));
            }
        }
        assertThat(documents).hasSizeGreaterThan(20);
        for (Value.Mapping document : documents) {
            assertThat(CompleteObjects.isAccepted(CompleteObjects.read(document))).isTrue();
            assertThat(problems(document)).isEmpty();
            assertThat(JsonSchemaCheck.problems(ObjectSchema.ofAllKinds(), document)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spec.blueprnt=x",
                "spec.blueprint",
                "spec.blueprint=null",
                "spec.blueprint=Not_a_name",
                "spec.priority=high",
                "spec.priority=1000001",
                "spec.bridge=true",
                "spec.bridge.manage=\"yes\"",
                "spec.update.executor=ansible",
                "spec.selector.matchAttributes.a=1",
                "spec.collector.version=v0.161.0",
                "spec.update.selection=[]",
                "metadata.name",
                "metadata.labels.team=\"a b\"",
                "kind=Flet",
                "apiVersion=v1"
            })
    void wrongFleetsAreRefusedByBoth(String change) {
        int equals = change.indexOf('=');
        Optional<Value> value =
                equals < 0 ? Optional.empty() : Optional.of(value(change.substring(equals + 1)));
        List<String> path =
                CompleteObjects.steps(equals < 0 ? change : change.substring(0, equals));
        Value wrong =
                CompleteObjects.changed(documents(ObjectKind.FLEET).getFirst(), path, _ -> value);

        assertThat(CompleteObjects.isAccepted(CompleteObjects.read(wrong))).isFalse();
        assertThat(JsonSchemaCheck.problems(ObjectSchema.of(ObjectKind.FLEET), wrong)).isNotEmpty();
        assertThat(JsonSchemaCheck.problems(ObjectSchema.ofAllKinds(), wrong)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(ObjectKind.class)
    void theSchemaAndTheReaderAgreeOnDamagedObjects(ObjectKind kind) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 400; round++) {
            List<Value.Mapping> documents = documents(kind);
            Value.Mapping damaged =
                    (Value.Mapping)
                            damaged(documents.get(random.nextInt(documents.size())), random, 0);
            ParsedRepository parsed = CompleteObjects.read(damaged);
            List<String> problems = JsonSchemaCheck.problems(ObjectSchema.of(kind), damaged);
            String shown =
                    "seed %d: %s\n%s\n%s".formatted(seed, damaged, problems, parsed.issues());
            if (CompleteObjects.isAccepted(parsed)) {
                assertThat(problems).as(shown).isEmpty();
            }
            if (parsed.issues().stream().anyMatch(ObjectDescriptionTest::isOfTheForm)) {
                assertThat(problems).as(shown).isNotEmpty();
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isPositive();
    }

    @Test
    void formOfVersionsIsThatOfTheirReader() {
        for (String text :
                List.of(
                        "0.161.0",
                        "1.2.3-rc.1",
                        "1.2.3+b",
                        "1.2.3-a+b",
                        "1.2",
                        "v1.2.3",
                        "01.2.3",
                        "1.2.3-",
                        "1.2.3+",
                        "1.2.x",
                        "1.2.3.4")) {
            assertThat(TextForm.VERSION.matches(text))
                    .as(text)
                    .isEqualTo(SemanticVersion.parseStrict(text).isPresent());
        }
    }

    @Test
    void orderIsThatOfTheDescription() {
        assertThat(ObjectOrder.of(ObjectKind.FLEET, List.of()))
                .containsExactly("apiVersion", "kind", "metadata", "spec");
        assertThat(ObjectOrder.of(ObjectKind.ROLLOUT_POLICY, List.of("spec", "waves", "[]")))
                .containsExactly("name", "selector", "percent", "requireApproval");
        assertThat(ObjectOrder.of(ObjectKind.BLUEPRINT, List.of("spec", "config"))).isEmpty();
        assertThat(ObjectOrder.of(ObjectKind.FLEET, List.of("spec", "nothing"))).isEmpty();
        assertThat(ObjectOrder.of(ObjectKind.FLEET, List.of("spec", "parameters", "x"))).isEmpty();
    }

    /** Errors about the form, which a schema can express. */
    private static boolean isOfTheForm(Issue issue) {
        return issue.code().equals("unknown_field")
                || (issue.message().startsWith("the field ")
                        && issue.message().endsWith("required"))
                || issue.message().startsWith("must be a string")
                || issue.message().startsWith("must be a map")
                || issue.message().startsWith("must be a list")
                || issue.message().startsWith("must be true or false");
    }

    /** With one thing changed for the worse somewhere, mostly. */
    private static Value damaged(Value value, Random random, int depth) {
        if (depth > 0 && random.nextInt(4) == 0) {
            return other(random);
        }
        return switch (value) {
            case Value.Mapping(var entries) when !entries.isEmpty() -> {
                Map<String, Value> copies = new LinkedHashMap<>(entries);
                List<String> keys = List.copyOf(entries.keySet());
                String key = keys.get(random.nextInt(keys.size()));
                // Kind and version tell the reader what to hold the document against.
                if (depth == 0) {
                    key = random.nextInt(5) == 0 ? "metadata" : "spec";
                }
                switch (depth == 0 ? 9 : random.nextInt(8)) {
                    case 0 -> copies.remove(key);
                    case 1 -> copies.put(key + "x", other(random));
                    default ->
                            copies.put(
                                    key,
                                    damaged(
                                            Optional.ofNullable(entries.get(key)).orElseThrow(),
                                            random,
                                            depth + 1));
                }
                yield new Value.Mapping(copies);
            }
            case Value.Sequence(var elements) when !elements.isEmpty() -> {
                List<Value> copies = new ArrayList<>(elements);
                int index = random.nextInt(elements.size());
                copies.set(index, damaged(elements.get(index), random, depth + 1));
                yield new Value.Sequence(copies);
            }
            case Value.Mapping _,
                    Value.Sequence _,
                    Value.Text _,
                    Value.Int _,
                    Value.Decimal _,
                    Value.Bool _,
                    Value.Null _ ->
                    other(random);
        };
    }

    private static Value other(Random random) {
        List<Value> values =
                List.of(
                        Value.ofNull(),
                        Value.of(true),
                        Value.of(0),
                        Value.of(7),
                        Value.of(-3_000_000_000L),
                        Value.of(1.5),
                        Value.of(""),
                        Value.of("text"),
                        Value.of("Text with [[ .x ]]"),
                        Value.of("30s"),
                        Value.emptySequence(),
                        Value.emptyMapping(),
                        Value.ofTexts(List.of("a")),
                        Value.ofTexts(Map.of("a", "b")));
        return values.get(random.nextInt(values.size()));
    }

    private static List<Value.Mapping> documents(ObjectKind kind) {
        return CompleteObjects.all().stream()
                .filter(each -> CompleteObjects.kind(each) == kind)
                .toList();
    }

    private static List<String> problems(Value.Mapping document) {
        return JsonSchemaCheck.problems(ObjectSchema.of(CompleteObjects.kind(document)), document);
    }

    private static Value value(String text) {
        try {
            return Json.read(text);
        } catch (JsonException e) {
            return Value.of(text);
        }
    }

    /** Whether two results mean different things, wherever they were written. */
    private static boolean differ(ParsedRepository one, ParsedRepository other) {
        RecursiveComparisonConfiguration configuration =
                RecursiveComparisonConfiguration.builder()
                        .withIgnoredFieldsOfTypes(ObjectMeta.class, Origin.class)
                        .build();
        return !labels(one).equals(labels(other))
                || !new RecursiveComparisonDifferenceCalculator()
                        .determineDifferences(one.objects(), other.objects(), configuration)
                        .isEmpty();
    }

    private static List<Map<String, String>> labels(ParsedRepository parsed) {
        return parsed.objects().stream().map(each -> each.meta().labels()).toList();
    }
}
