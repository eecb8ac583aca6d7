package dev.myriarch.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Builds nodes from events. Recursive; the depth is bounded by the limits. An alias shares the node
 * of its anchor, but its nodes are counted again, because whoever walks the result meets them
 * again. Confined to one call.
 */
final class YamlComposer {
    private static final int SHOWN_NAME_LENGTH = 40;

    private final YamlEvents events;
    private final YamlScalars scalars;
    private final YamlLimits limits;

    /** An anchor whose node is not complete has no target yet. */
    private final Map<String, Optional<Composed>> anchors = new HashMap<>();

    private long nodes;

    YamlComposer(YamlEvents events, YamlScalars scalars, YamlLimits limits) {
        this.events = events;
        this.scalars = scalars;
        this.limits = limits;
    }

    /** A node with the number of nodes and levels below and including it. */
    private record Composed(YamlNode node, long size, int height) {}

    List<YamlNode> documents() {
        List<YamlNode> documents = new ArrayList<>();
        while (true) {
            Event event = events.next();
            if (event.getEventId() == Event.ID.StreamEnd) {
                return documents;
            }
            if (event.getEventId() == Event.ID.DocumentStart) {
                anchors.clear();
                documents.add(compose(events.next(), 0).node);
            }
        }
    }

    /** {@code depth} is the number of collections around the node. */
    private Composed compose(Event event, int depth) {
        if (event instanceof AliasEvent alias) {
            return resolve(alias, depth);
        }
        count(1, event);
        Optional<String> anchor = ((NodeEvent) event).getAnchor().map(Anchor::getValue);
        anchor.ifPresent(name -> anchors.put(name, Optional.empty()));
        Composed composed =
                switch (event.getEventId()) {
                    case Scalar -> new Composed(scalars.node((ScalarEvent) event), 1, 0);
                    case SequenceStart -> sequence((CollectionStartEvent) event, depth + 1);
                    case MappingStart -> mapping((CollectionStartEvent) event, depth + 1);
                    case Alias,
                            Comment,
                            DocumentEnd,
                            DocumentStart,
                            MappingEnd,
                            SequenceEnd,
                            StreamEnd,
                            StreamStart ->
                            throw failure("a value is missing here", event);
                };
        anchor.ifPresent(name -> anchors.put(name, Optional.of(composed)));
        return composed;
    }

    private Composed resolve(AliasEvent alias, int depth) {
        String name = alias.getAlias().getValue();
        Optional<Composed> target = anchors.get(name);
        if (target == null) {
            throw failure("the anchor \"" + shown(name) + "\" is not known", alias);
        }
        if (target.isEmpty()) {
            throw failure("the anchor \"" + shown(name) + "\" contains itself", alias);
        }
        count(target.get().size, alias);
        checkDepth(depth + target.get().height, alias);
        return target.get();
    }

    private Composed sequence(CollectionStartEvent start, int depth) {
        checkDepth(depth, start);
        List<YamlNode> elements = new ArrayList<>();
        long size = 1;
        int height = 0;
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            Composed element = compose(event, depth);
            elements.add(element.node);
            size += element.size;
            height = Math.max(height, element.height);
            event = events.next();
        }
        YamlNode node =
                new YamlNode.SequenceNode(YamlEvents.position(start), start.isFlow(), elements);
        return new Composed(node, size, height + 1);
    }

    private Composed mapping(CollectionStartEvent start, int depth) {
        checkDepth(depth, start);
        Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        Optional<Composed> merged = Optional.empty();
        long size = 1;
        int height = 0;
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            boolean merge = event instanceof ScalarEvent key && YamlScalars.isMergeKey(key);
            Composed key = compose(event, depth);
            Composed value = compose(events.next(), depth);
            if (merge) {
                if (merged.isPresent()) {
                    throw failure("the merge key << occurs twice", event);
                }
                merged = Optional.of(value);
            } else {
                add(entries, new YamlNode.Entry(keyNode(key.node, event), value.node), event);
            }
            size += key.size + value.size;
            height = Math.max(height, value.height);
            event = events.next();
        }
        // Only now: the map's own entries count, wherever the merge key stands.
        merged.ifPresent(source -> merge(entries, source.node));
        List<YamlNode.Entry> all = new ArrayList<>(entries.values());
        YamlNode node = new YamlNode.MappingNode(YamlEvents.position(start), start.isFlow(), all);
        return new Composed(node, size, height + 1);
    }

    private static YamlNode.ScalarNode keyNode(YamlNode node, Event event) {
        if (!(node instanceof YamlNode.ScalarNode key)) {
            throw failure("a key must be a text, not a list or a map", event);
        }
        if (key.isNull()) {
            throw failure("a key must not be null; put it in quotes if it is a text", event);
        }
        return key;
    }

    private static void add(
            Map<String, YamlNode.Entry> entries, YamlNode.Entry entry, Event event) {
        YamlNode.Entry first = entries.putIfAbsent(entry.name(), entry);
        if (first != null) {
            throw failure(
                    "the key \"%s\" occurs twice, first in line %d"
                            .formatted(shown(entry.name()), first.key().position().line()),
                    event);
        }
    }

    /** Adds the entries of a map, or of several in the order of a list, that are not there yet. */
    private static void merge(Map<String, YamlNode.Entry> entries, YamlNode source) {
        List<YamlNode> maps =
                source instanceof YamlNode.SequenceNode sequence
                        ? sequence.elements()
                        : List.of(source);
        for (YamlNode map : maps) {
            if (!(map instanceof YamlNode.MappingNode mapping)) {
                throw new YamlException(
                        "the merge key << needs a map or a list of maps", map.position());
            }
            mapping.entries().forEach(entry -> entries.putIfAbsent(entry.name(), entry));
        }
    }

    private void count(long more, Event event) {
        nodes += more;
        if (nodes > limits.maximumNodes()) {
            throw failure("there are more than " + limits.maximumNodes() + " nodes", event);
        }
    }

    private void checkDepth(int depth, Event event) {
        if (depth > limits.maximumDepth()) {
            throw failure(
                    "it is nested more than " + limits.maximumDepth() + " levels deep", event);
        }
    }

    private static String shown(String name) {
        return YamlText.shown(name, SHOWN_NAME_LENGTH);
    }

    private static YamlException failure(String reason, Event event) {
        return new YamlException(reason, YamlEvents.position(event));
    }
}
