package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks an evaluated configuration as far as that is possible without the collector: sections,
 * ids, pipelines, references, component types, settings and signals. Confined to one check.
 */
final class CollectorConfig {
    private static final Pattern TYPE = Pattern.compile("[a-zA-Z][0-9a-zA-Z_]{0,62}");
    private static final Pattern NAME = Pattern.compile("[^\\p{Z}\\p{C}\\p{S}]{1,1024}");

    private final MapNode tree;
    private final Optional<ComponentSet> components;
    private final List<Finding> findings = new ArrayList<>();
    private final ComponentTable table = new ComponentTable();

    private CollectorConfig(MapNode tree, Optional<ComponentSet> components) {
        this.tree = tree;
        this.components = components;
    }

    /** Everything that is wrong or remarkable, errors and warnings mixed. */
    static List<Finding> check(
            MapNode tree, Optional<ComponentSet> components, ComponentFields.Basis basis) {
        CollectorConfig check = new CollectorConfig(tree, components);
        check.checkSections();
        check.checkComponents();
        new ServiceSection(check.table, check.findings).check(tree);
        check.checkUse();
        check.checkReferences(tree);
        check.findings.addAll(SignalCheck.check(tree, basis));
        check.findings.addAll(FieldCheck.check(tree, basis));
        return check.findings;
    }

    /** Whether {@code id} has the form {@code type} or {@code type/name}. */
    static boolean isComponentId(String id) {
        int slash = id.indexOf('/');
        return slash < 0
                ? TYPE.matcher(id).matches()
                : TYPE.matcher(id.substring(0, slash)).matches()
                        && NAME.matcher(id.substring(slash + 1)).matches();
    }

    private void checkSections() {
        tree.entries()
                .forEach((key, entry) -> {
                    if (!key.equals("service") && section(key).isEmpty()) {
                        findings.add(
                                Finding.error(
                                        "config_invalid_toplevel",
                                        entry.keyOrigin(),
                                        "the collector knows no section "
                                                + Quote.of(key)
                                                + "; there are receivers, processors, exporters,"
                                                + " connectors, extensions and service"));
                    }
                });
    }

    private static Optional<ComponentKind> section(String key) {
        return ComponentKind.of(key).filter(kind -> kind.plural().equals(key));
    }

    private void checkComponents() {
        for (ComponentKind kind : ComponentKind.values()) {
            Entry section = tree.entries().get(kind.plural());
            if (section == null || section.value().isNull()) {
                continue;
            }
            if (section.value() instanceof MapNode map) {
                map.entries()
                        .forEach((id, entry) -> {
                            table.define(kind, id, entry.keyOrigin());
                            checkComponent(kind, id, entry);
                        });
            } else {
                findings.add(
                        Finding.error(
                                "config_invalid_toplevel",
                                section.value().origin(),
                                "%s must be a map of components, not a %s"
                                        .formatted(kind.plural(), section.value().typeName())));
            }
        }
        checkConnectorNames();
    }

    private void checkComponent(ComponentKind kind, String id, Entry entry) {
        if (!isComponentId(id)) {
            findings.add(
                    Finding.error(
                            "invalid_component_id",
                            entry.keyOrigin(),
                            "%s is no component id; it has the form type or type/name"
                                    .formatted(Quote.of(id))));
            return;
        }
        if (!(entry.value() instanceof MapNode) && !entry.value().isNull()) {
            findings.add(
                    Finding.error(
                            "config_invalid_toplevel",
                            entry.value().origin(),
                            "the settings of %s %s must be a map, not a %s"
                                    .formatted(kind.singular(), id, entry.value().typeName())));
        }
        ComponentCheck.check(components, kind, FieldCheck.type(id), entry.keyOrigin())
                .ifPresent(findings::add);
    }

    private void checkConnectorNames() {
        table.defined(ComponentKind.CONNECTOR)
                .forEach((id, origin) -> {
                    for (ComponentKind kind :
                            List.of(ComponentKind.RECEIVER, ComponentKind.EXPORTER)) {
                        if (table.defines(kind, id)) {
                            findings.add(
                                    Finding.error(
                                            "invalid_component_id",
                                            origin,
                                            "connector %s has the id of an %s; give it a name after a slash"
                                                    .formatted(id, kind.singular())));
                        }
                    }
                });
    }

    private void checkUse() {
        for (ComponentKind kind : ComponentKind.values()) {
            table.defined(kind)
                    .forEach((id, origin) -> {
                        if (!table.uses(kind, id)) {
                            findings.add(
                                    Finding.warning(
                                            "unused_component",
                                            origin,
                                            "nothing uses the %s %s"
                                                    .formatted(kind.singular(), Quote.of(id))));
                        }
                    });
        }
    }

    private void checkReferences(ConfigNode node) {
        switch (node) {
            case MapNode(_, var entries) ->
                    entries.values().forEach(entry -> checkReferences(entry.value()));
            case ConfigNode.ListNode(_, var elements) -> elements.forEach(this::checkReferences);
            case ScalarLeaf(Origin origin, Value.Text(String text)) ->
                    EnvSyntax.problem(text)
                            .ifPresent(problem ->
                                    findings.add(Finding.warning("env_syntax", origin, problem)));
            case ScalarLeaf _, ConfigNode.TemplateLeaf _ -> {}
        }
    }
}
