package dev.myriarch.gitops;

import dev.myriarch.base.Brand;
import dev.myriarch.base.Sha256;
import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.yaml.CanonicalYaml;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import dev.myriarch.yaml.YamlNode.ScalarNode;
import dev.myriarch.yaml.YamlNode.SequenceNode;
import dev.myriarch.yaml.YamlReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the files of a repository. Confined to one call. */
public final class RepositoryParser {
    static final String TOO_LONG =
            "checking the repository takes too long; make it smaller or raise gitops.timeBudget";

    private static final String SAMPLES = "samples/agents/";

    /** Keys and values of all files together; each is kept with its place. */
    private static final int MAX_NODES = 500_000;

    private final TimeBudget budget;
    private final Issues issues = new Issues();
    private final List<RepositoryObject> objects = new ArrayList<>();
    private final Map<String, Origin> seen = new HashMap<>();
    private long nodes;

    private RepositoryParser(TimeBudget budget) {
        this.budget = budget;
    }

    /** Reads everything; a broken file does not keep the others from being read. */
    public static ParsedRepository parse(List<RepositoryFile> files, TimeBudget budget) {
        RepositoryParser parser = new RepositoryParser(budget);
        for (RepositoryFile file :
                files.stream().sorted(Comparator.comparing(RepositoryFile::path)).toList()) {
            if (!parser.parse(file)) {
                break;
            }
        }
        return new ParsedRepository(parser.objects, parser.issues.sorted());
    }

    /** False when reading must end. */
    private boolean parse(RepositoryFile file) {
        Origin beginning = new Origin(file.path(), 0, 0, "", "");
        if (budget.isExceeded()) {
            issues.error("time_budget_exceeded", beginning, TOO_LONG);
            return false;
        }
        List<YamlNode> documents;
        try {
            documents = YamlReader.read(file.content(), YamlLimits.defaults());
        } catch (YamlException e) {
            issues.error(
                    e.code(),
                    beginning.at(e.line(), e.column(), ""),
                    String.valueOf(e.getMessage()));
            return true;
        }
        for (YamlNode document : documents) {
            nodes += count(document);
            if (nodes > MAX_NODES) {
                issues.error(
                        "repository_too_complex",
                        beginning,
                        "the files hold more than %d keys and values".formatted(MAX_NODES));
                return false;
            }
            parseDocument(document, beginning);
        }
        return true;
    }

    private static long count(YamlNode node) {
        return switch (node) {
            case MappingNode map ->
                    1 + map.entries().stream().mapToLong(entry -> 1 + count(entry.value())).sum();
            case SequenceNode list ->
                    1 + list.elements().stream().mapToLong(RepositoryParser::count).sum();
            case ScalarNode _ -> 1;
        };
    }

    private void parseDocument(YamlNode document, Origin file) {
        Origin place = file.at(document.position().line(), document.position().column(), "");
        if (document instanceof ScalarNode scalar && scalar.isNull()) {
            return;
        }
        if (!(document instanceof MappingNode map)) {
            issues.error(
                    "invalid_field",
                    place,
                    "a document is a map with apiVersion, kind, metadata and spec");
            return;
        }
        Optional<ObjectKind> kind = kind(map, place);
        if (kind.isEmpty()) {
            return;
        }
        String name = name(map);
        Origin origin =
                new Origin(
                        place.file(),
                        place.line(),
                        place.column(),
                        name.isEmpty() ? "" : ObjectMeta.key(kind.get(), name),
                        "");
        checkFolder(kind.get(), origin);
        SchemaCheck.Result checked =
                SchemaCheck.check(map, ObjectTypes.document(kind.get()), origin, issues);
        boolean isNew = checkDuplicate(kind.get(), name, origin);
        if (checked.sound() && isNew) {
            decode(kind.get(), name, map, origin, checked.positions());
        }
    }

    private Optional<ObjectKind> kind(MappingNode map, Origin place) {
        Optional<String> version = text(map, "apiVersion");
        if (version.isEmpty() || !version.get().equals(Brand.API_VERSION)) {
            issues.error(
                    "invalid_field",
                    at(map, "apiVersion", place),
                    "apiVersion must be " + Brand.API_VERSION);
            return Optional.empty();
        }
        Optional<String> text = text(map, "kind");
        Optional<ObjectKind> kind = text.flatMap(ObjectKind::of);
        if (kind.isEmpty()) {
            List<String> names = Arrays.stream(ObjectKind.values()).map(ObjectKind::text).toList();
            String hint =
                    Nearest.to(text.orElse(""), names)
                            .map(each -> "; did you mean " + each + "?")
                            .orElse("");
            issues.error(
                    "invalid_field",
                    at(map, "kind", place),
                    "kind must be one of " + String.join(", ", names) + hint);
        }
        return kind;
    }

    private static Optional<String> text(MappingNode map, String field) {
        return map.get(field)
                .flatMap(node ->
                        node instanceof ScalarNode scalar
                                        && scalar.value() instanceof Value.Text(String text)
                                ? Optional.of(text)
                                : Optional.empty());
    }

    private static Origin at(MappingNode map, String field, Origin place) {
        return map.get(field)
                .map(node -> place.at(node.position().line(), node.position().column(), field))
                .orElse(place.at(place.line(), place.column(), field));
    }

    private static String name(MappingNode map) {
        return map.get("metadata").orElse(null) instanceof MappingNode metadata
                ? text(metadata, "name").orElse("")
                : "";
    }

    private void checkFolder(ObjectKind kind, Origin origin) {
        boolean inSamples = origin.file().startsWith(SAMPLES);
        if (inSamples != (kind == ObjectKind.SAMPLE_AGENT)) {
            issues.error(
                    "invalid_field",
                    origin.at(origin.line(), origin.column(), "kind"),
                    inSamples
                            ? "only sample agents belong below " + SAMPLES
                            : "sample agents belong below " + SAMPLES);
        }
    }

    private boolean checkDuplicate(ObjectKind kind, String name, Origin origin) {
        if (name.isEmpty()) {
            return true;
        }
        Origin first = seen.putIfAbsent(ObjectMeta.key(kind, name), origin);
        if (first != null) {
            issues.error(
                    "duplicate_object",
                    origin,
                    "%s is also in %s, line %d"
                            .formatted(origin.object(), first.file(), first.line()));
        }
        return first == null;
    }

    private void decode(
            ObjectKind kind,
            String name,
            MappingNode document,
            Origin origin,
            Map<String, Origin> positions) {
        Value.Mapping content = document.toValue();
        ObjectView view = ObjectView.of(document, ObjectTypes.document(kind), origin);
        ObjectMeta meta =
                new ObjectMeta(
                        kind,
                        name,
                        view.object("metadata").textMap("labels"),
                        origin,
                        positions,
                        content,
                        Sha256.hex(CanonicalYaml.write(content)));
        ObjectView spec = view.object("spec");
        switch (kind) {
            case BLUEPRINT -> objects.add(BlueprintDecoder.decode(meta, spec, issues));
            case FLEET -> objects.add(FleetDecoder.decode(meta, spec, issues));
            case ROLLOUT_POLICY -> objects.add(PolicyDecoder.decode(meta, spec, issues));
            case EXECUTOR -> ExecutorDecoder.decode(meta, spec, issues).ifPresent(objects::add);
            case INVENTORY -> objects.add(InventoryDecoder.decode(meta, spec, issues));
            case SAMPLE_AGENT -> objects.add(SampleDecoder.decode(meta, spec));
        }
    }
}
