package dev.myriarch.blueprint;

import dev.myriarch.base.SecretNames;
import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import dev.myriarch.blueprint.ConfigNode.TemplateLeaf;
import dev.myriarch.template.References;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Goes through a merged tree and what became of it side by side, and notes for each value who wrote
 * it. Nothing of this is kept while rendering, so it costs only those who ask. Confined to one
 * call.
 */
final class ProvenanceWalk {
    private final Renderer.Steps steps;
    private final String wanted;
    private final MergeHistory history;
    private final List<Provenance.Leaf> leaves = new ArrayList<>();
    private boolean truncated;

    private ProvenanceWalk(Renderer.Steps steps, String wanted) {
        this.steps = steps;
        this.wanted = wanted;
        this.history = MergeHistory.of(steps.chain(), steps.layers());
    }

    /**
     * @param path only leaves and removals at or below it; empty for all
     */
    static Provenance of(Renderer.Steps steps, String path) {
        ProvenanceWalk walk = new ProvenanceWalk(steps, path);
        walk.map(steps.merged(), steps.evaluated(), Place.ROOT);
        List<Provenance.Removal> removals =
                walk.history.removals().stream()
                        .filter(each ->
                                isAtOrBelow(each.path(), path) || isAtOrBelow(path, each.path()))
                        .limit(Provenance.LIMIT + 1L)
                        .toList();
        boolean more = removals.size() > Provenance.LIMIT;
        return new Provenance(
                walk.layers(),
                walk.parameters(),
                walk.leaves,
                more ? removals.subList(0, Provenance.LIMIT) : removals,
                walk.truncated || more);
    }

    /**
     * Where the walk is.
     *
     * @param path in the configuration
     * @param written keys as the layers write them; that of a list stands for its elements
     * @param reads what the templates of the keys so far read
     * @param secret whether a key so far names a secret
     * @param shape what the component takes here, when it is described
     */
    private record Place(
            String path,
            List<String> written,
            Provenance.Reads reads,
            boolean secret,
            Optional<FieldShape> shape) {
        static final Place ROOT =
                new Place("", List.of(), Provenance.Reads.NOTHING, false, Optional.empty());

        Place below(String key, String writtenKey, Provenance.Reads more, boolean isSecret) {
            List<String> keys = new ArrayList<>(written);
            keys.add(writtenKey);
            Optional<FieldShape> field =
                    shape.flatMap(each ->
                            each.type() == FieldShape.Type.MAP
                                    ? each.items()
                                    : Optional.ofNullable(each.fields().get(key)));
            return new Place(
                    path.isEmpty() ? key : path + "::" + key,
                    keys,
                    both(reads, more),
                    isSecret || field.map(FieldShape::secret).orElse(false),
                    field);
        }

        Place element(int index) {
            return new Place(
                    path + "[" + index + "]",
                    written,
                    reads,
                    secret,
                    shape.flatMap(FieldShape::items));
        }

        Place with(Optional<FieldShape> newShape) {
            return new Place(path, written, reads, secret, newShape);
        }

        Place reading(Provenance.Reads more) {
            return new Place(path, written, both(reads, more), secret, shape);
        }
    }

    private List<Provenance.Layer> layers() {
        return history.layers().stream()
                .map(each ->
                        new Provenance.Layer(
                                each.name(),
                                each.origin(),
                                each.condition()
                                        .map(when -> reads(when.references()))
                                        .orElse(Provenance.Reads.NOTHING)))
                .toList();
    }

    private List<Provenance.ParameterUse> parameters() {
        List<Provenance.ParameterUse> uses = new ArrayList<>();
        for (Parameter parameter : steps.chain().parameters().values()) {
            Optional<ParameterResolver.Candidate> given =
                    Optional.ofNullable(steps.parameters().given().get(parameter.name()));
            Value value = given.map(ParameterResolver.Candidate::value).orElse(Value.ofNull());
            boolean secret =
                    SecretNames.isSecret(parameter.name())
                            || parameter.fromAttribute().filter(SecretNames::isSecret).isPresent();
            uses.add(
                    new Provenance.ParameterUse(
                            parameter.name(),
                            parameter.type(),
                            LeafText.of(value, secret),
                            given.map(ParameterResolver.Candidate::source),
                            given.filter(each -> each.source() == ParameterValue.Source.ATTRIBUTE)
                                    .flatMap(_ -> parameter.fromAttribute()),
                            given.map(ParameterResolver.Candidate::origin)
                                    .orElse(parameter.origin())));
        }
        return uses;
    }

    /** Both trees have the same entries in the same order; only keys with templates differ. */
    private void map(MapNode merged, MapNode evaluated, Place place) {
        if (evaluated.entries().isEmpty()) {
            leaf(merged.origin(), place, Value.emptyMapping());
            return;
        }
        Iterator<Map.Entry<String, Entry>> written = merged.entries().entrySet().iterator();
        for (Map.Entry<String, Entry> entry : evaluated.entries().entrySet()) {
            Map.Entry<String, Entry> source = written.next();
            Provenance.Reads reads =
                    source.getValue()
                            .keyTemplate()
                            .map(key -> reads(key.references()))
                            .orElse(Provenance.Reads.NOTHING);
            String key = entry.getKey();
            boolean secret = isSecret(evaluated, key, entry.getValue().value(), place.secret());
            Place below = place.below(key, source.getKey(), reads, secret);
            if (below.written().size() == 2) {
                below = below.with(settings(place.path(), key));
            }
            node(source.getValue().value(), entry.getValue().value(), below);
        }
    }

    private Optional<FieldShape> settings(String section, String id) {
        return ComponentKind.of(section)
                .flatMap(kind -> steps.basis().find(kind, FieldCheck.type(id)).stream().findFirst())
                .map(ReleaseFields.Component::settings);
    }

    private void node(ConfigNode merged, ConfigNode evaluated, Place place) {
        switch (merged) {
            case MapNode map when evaluated instanceof MapNode result -> map(map, result, place);
            case ListNode list when evaluated instanceof ListNode result ->
                    list(list, result, place);
            case TemplateLeaf(Origin origin, var template) ->
                    result(evaluated, origin, place.reading(reads(template.references())));
            case MapNode _, ListNode _, ScalarLeaf _ -> result(evaluated, merged.origin(), place);
        }
    }

    private void list(ListNode merged, ListNode evaluated, Place place) {
        if (evaluated.elements().isEmpty()) {
            leaf(merged.origin(), place, Value.emptySequence());
        }
        for (int index = 0; index < evaluated.elements().size(); index++) {
            node(
                    merged.elements().get(index),
                    evaluated.elements().get(index),
                    place.element(index));
        }
    }

    /** Everything in here was written at one place. */
    private void result(ConfigNode node, Origin origin, Place place) {
        switch (node) {
            case MapNode map when !map.entries().isEmpty() ->
                    map.entries()
                            .forEach((key, entry) ->
                                    result(
                                            entry.value(),
                                            origin,
                                            inside(
                                                    place,
                                                    key,
                                                    isSecret(
                                                            map,
                                                            key,
                                                            entry.value(),
                                                            place.secret()))));
            case ListNode list when !list.elements().isEmpty() -> {
                for (int index = 0; index < list.elements().size(); index++) {
                    result(list.elements().get(index), origin, place.element(index));
                }
            }
            case MapNode _, ListNode _, ScalarLeaf _, TemplateLeaf _ ->
                    leaf(origin, place, node.toValue());
        }
    }

    /** The layers wrote nothing below a template, so what they wrote stays the place of that. */
    private static Place inside(Place place, String key, boolean secret) {
        Place below = place.below(key, key, Provenance.Reads.NOTHING, secret);
        return new Place(
                below.path(), place.written(), below.reads(), below.secret(), below.shape());
    }

    private void leaf(Origin origin, Place place, Value value) {
        if (!isAtOrBelow(place.path(), wanted)) {
            return;
        }
        if (leaves.size() == Provenance.LIMIT) {
            truncated = true;
            return;
        }
        boolean secret =
                place.secret()
                        || place.reads().parameters().stream().anyMatch(SecretNames::isSecret)
                        || place.reads().attributes().stream().anyMatch(SecretNames::isSecret);
        String layer = history.layerOf(origin).orElse("");
        leaves.add(
                new Provenance.Leaf(
                        place.path(),
                        LeafText.of(value, secret),
                        layer,
                        origin,
                        place.reads(),
                        history.replaced(place.written(), layer)));
    }

    private static boolean isAtOrBelow(String path, String above) {
        return above.isEmpty()
                || (path.startsWith(above)
                        && (path.length() == above.length()
                                || path.startsWith("::", above.length())
                                || path.charAt(above.length()) == '['));
    }

    /**
     * @param map where the key is: {@code {key: authorization, value: …}} spells the name out
     * @param within whether a key above names a secret
     */
    private static boolean isSecret(MapNode map, String key, ConfigNode value, boolean within) {
        boolean pair = map.entries().containsKey("value") || map.entries().containsKey("action");
        if (pair && (key.equals("key") || key.equals("name"))) {
            return false;
        }
        boolean named = pair && key.equals("value") && (names(map, "key") || names(map, "name"));
        boolean nested = value instanceof MapNode || value instanceof ListNode;
        return named
                || SecretNames.isSecret(key)
                || (within && (nested || !SecretNames.isHarmlessField(key)));
    }

    private static boolean names(MapNode map, String key) {
        Entry entry = map.entries().get(key);
        return entry != null
                && entry.value() instanceof ScalarLeaf(_, Value.Text(String text))
                && SecretNames.isSecret(text);
    }

    private Provenance.Reads reads(References references) {
        TreeSet<String> parameters = new TreeSet<>(references.parameters());
        if (references.anyParameter()) {
            parameters.addAll(steps.chain().parameters().keySet());
        }
        return new Provenance.Reads(
                List.copyOf(parameters),
                List.copyOf(new TreeSet<>(references.attributes())),
                references.agentId());
    }

    private static Provenance.Reads both(Provenance.Reads first, Provenance.Reads second) {
        if (second.equals(Provenance.Reads.NOTHING)) {
            return first;
        }
        TreeSet<String> parameters = new TreeSet<>(first.parameters());
        parameters.addAll(second.parameters());
        TreeSet<String> attributes = new TreeSet<>(first.attributes());
        attributes.addAll(second.attributes());
        return new Provenance.Reads(
                List.copyOf(parameters),
                List.copyOf(attributes),
                first.agentId() || second.agentId());
    }
}
