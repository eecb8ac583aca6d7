package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import dev.myriarch.blueprint.ConfigNode.TemplateLeaf;
import dev.myriarch.template.Template;
import dev.myriarch.template.TemplateException;
import dev.myriarch.yaml.Position;
import dev.myriarch.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes configuration trees of YAML: positions are kept, templates parsed. */
public final class ConfigReader {
    private final Origin base;
    private final List<Finding> findings;

    private ConfigReader(Origin base, List<Finding> findings) {
        this.base = base;
        this.findings = findings;
    }

    /**
     * Reads a configuration.
     *
     * @param origin file, object and path of {@code node}
     * @param findings takes what is wrong: invalid_config_key, template_error, unquoted_template
     * @return the tree; without meaning when there are errors
     */
    public static MapNode read(YamlNode node, Origin origin, List<Finding> findings) {
        ConfigReader reader = new ConfigReader(origin, findings);
        return reader.convert(node, origin.path()) instanceof MapNode map
                ? map
                : ConfigNode.emptyMap(origin);
    }

    static Finding invalidKey(String key, Origin origin) {
        return Finding.error(
                "invalid_config_key",
                origin,
                "the key %s holds ::, which the collector takes for a separator"
                        .formatted(Quote.of(key)));
    }

    private Origin at(Position position, String path) {
        return base.at(position.line(), position.column(), path);
    }

    private ConfigNode convert(YamlNode node, String path) {
        Origin origin = at(node.position(), path);
        return switch (node) {
            case YamlNode.MappingNode map -> convertMap(map, origin);
            case YamlNode.SequenceNode list -> convertList(list, origin);
            case YamlNode.ScalarNode scalar -> convertScalar(scalar, origin);
        };
    }

    private MapNode convertMap(YamlNode.MappingNode map, Origin origin) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (YamlNode.Entry entry : map.entries()) {
            String key = entry.name();
            String path = origin.path() + "." + key;
            Origin keyOrigin = at(entry.key().position(), path);
            Optional<Template> template = Optional.empty();
            if (Template.isTemplate(key)) {
                template = parse(key, keyOrigin);
            } else if (key.contains("::")) {
                findings.add(invalidKey(key, keyOrigin));
            }
            entries.put(key, new Entry(keyOrigin, template, convert(entry.value(), path)));
        }
        return new MapNode(origin, entries);
    }

    private ListNode convertList(YamlNode.SequenceNode list, Origin origin) {
        if (isUnquotedTemplate(list)) {
            findings.add(
                    Finding.error(
                            "unquoted_template",
                            origin,
                            "YAML reads this as a list in a list; put the template in quotes:"
                                    + " \"[[ … ]]\""));
        }
        List<ConfigNode> elements = new ArrayList<>();
        for (YamlNode element : list.elements()) {
            elements.add(convert(element, origin.path() + "[" + elements.size() + "]"));
        }
        return new ListNode(origin, elements);
    }

    /** {@code [[ x ]]} without quotes. */
    private static boolean isUnquotedTemplate(YamlNode.SequenceNode list) {
        return list.flow()
                && list.elements().size() == 1
                && list.elements().getFirst() instanceof YamlNode.SequenceNode inner
                && inner.flow()
                && inner.elements().size() == 1
                && inner.elements().getFirst() instanceof YamlNode.ScalarNode scalar
                && scalar.style() == YamlNode.Style.PLAIN
                && scalar.value() instanceof Value.Text;
    }

    private ConfigNode convertScalar(YamlNode.ScalarNode scalar, Origin origin) {
        if (scalar.value() instanceof Value.Text(String text) && Template.isTemplate(text)) {
            Optional<Template> template = parse(text, origin);
            if (template.isPresent()) {
                return new TemplateLeaf(origin, template.get());
            }
        }
        return new ScalarLeaf(origin, scalar.value());
    }

    private Optional<Template> parse(String text, Origin origin) {
        try {
            return Optional.of(Template.parse(text));
        } catch (TemplateException e) {
            findings.add(Finding.error("template_error", origin, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}
