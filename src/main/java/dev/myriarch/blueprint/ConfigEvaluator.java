package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import dev.myriarch.blueprint.ConfigNode.TemplateLeaf;
import dev.myriarch.template.Template;
import dev.myriarch.template.TemplateData;
import dev.myriarch.template.TemplateException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Evaluates the templates of a merged tree, in keys and values. Confined to one rendering. */
final class ConfigEvaluator {
    private final TemplateData data;
    private final BooleanSupplier isOver;
    private final List<Finding> findings = new ArrayList<>();
    private long producedText;

    /**
     * @param isOver asked before each template
     */
    ConfigEvaluator(TemplateData data, BooleanSupplier isOver) {
        this.data = data;
        this.isOver = isOver;
    }

    List<Finding> findings() {
        return findings;
    }

    /** The tree without templates. What failed is missing in it and told in the findings. */
    MapNode evaluate(MapNode tree) {
        return evaluateMap(tree);
    }

    private ConfigNode evaluateNode(ConfigNode node) {
        return switch (node) {
            case MapNode map -> evaluateMap(map);
            case ListNode(Origin origin, var elements) ->
                    new ListNode(origin, elements.stream().map(this::evaluateNode).toList());
            case ScalarLeaf scalar -> scalar;
            case TemplateLeaf(Origin origin, Template template) ->
                    ConfigNode.of(value(template, origin).orElse(Value.ofNull()), origin);
        };
    }

    private MapNode evaluateMap(MapNode map) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        map.entries()
                .forEach((written, entry) -> {
                    Optional<String> key = key(written, entry);
                    if (key.isPresent()) {
                        Entry evaluated =
                                new Entry(
                                        entry.keyOrigin(),
                                        Optional.empty(),
                                        evaluateNode(entry.value()));
                        if (entries.putIfAbsent(key.get(), evaluated) != null) {
                            error(
                                    entry.keyOrigin(),
                                    "two keys become " + Quote.of(key.get()) + " when rendered");
                        }
                    }
                });
        return new MapNode(map.origin(), entries);
    }

    private Optional<String> key(String written, Entry entry) {
        if (entry.keyTemplate().isEmpty()) {
            return Optional.of(written);
        }
        checkTime(entry.keyOrigin());
        try {
            String key = entry.keyTemplate().get().interpolate(data);
            count(key.length());
            if (!key.contains("::")) {
                return Optional.of(key);
            }
            findings.add(ConfigReader.invalidKey(key, entry.keyOrigin()));
        } catch (TemplateException e) {
            error(entry.keyOrigin(), String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private Optional<Value> value(Template template, Origin origin) {
        checkTime(origin);
        try {
            Value value = template.evaluate(data);
            count(textLength(value));
            return Optional.of(value);
        } catch (TemplateException e) {
            error(origin, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void checkTime(Origin origin) {
        if (isOver.getAsBoolean()) {
            throw new TimeIsOverException(origin);
        }
    }

    private void count(long text) {
        producedText += text;
        if (producedText > Renderer.MAX_BYTES) {
            throw new ConfigTooLargeException();
        }
    }

    /** Every evaluated text is in the output, so this is never more than the size of that. */
    private static long textLength(Value value) {
        return switch (value) {
            case Value.Text(String text) -> text.length();
            case Value.Sequence(var elements) ->
                    elements.stream().mapToLong(ConfigEvaluator::textLength).sum();
            case Value.Mapping(var entries) ->
                    entries.entrySet().stream()
                            .mapToLong(each -> each.getKey().length() + textLength(each.getValue()))
                            .sum();
            case Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ -> 1;
        };
    }

    private void error(Origin origin, String message) {
        findings.add(Finding.error("template_error", origin, message));
    }

    /** There is no time for the next template. */
    static final class TimeIsOverException extends RuntimeException {
        private final transient Origin origin;

        TimeIsOverException(Origin origin) {
            this.origin = origin;
        }

        Origin origin() {
            return origin;
        }
    }

    /** The rendering would be above its limit. */
    static final class ConfigTooLargeException extends RuntimeException {}
}
