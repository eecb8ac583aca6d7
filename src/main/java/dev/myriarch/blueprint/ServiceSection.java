package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the service section: pipelines and what they refer to. Confined to one check. */
final class ServiceSection {
    private static final Set<String> SIGNALS = Set.of("traces", "metrics", "logs", "profiles");
    private static final List<ComponentKind> ROLES =
            List.of(ComponentKind.RECEIVER, ComponentKind.PROCESSOR, ComponentKind.EXPORTER);

    private final ComponentTable table;
    private final List<Finding> findings;

    /** Pipeline to the connectors that it feeds and is fed by. */
    private final Map<String, Set<String>> feeds = new LinkedHashMap<>();

    private final Map<String, Set<String>> fedBy = new LinkedHashMap<>();

    ServiceSection(ComponentTable table, List<Finding> findings) {
        this.table = table;
        this.findings = findings;
    }

    void check(MapNode tree) {
        Entry service = tree.entries().get("service");
        if (service == null || !(service.value() instanceof MapNode map)) {
            Origin origin = service == null ? tree.origin() : service.value().origin();
            findings.add(
                    Finding.error(
                            "invalid_pipeline",
                            origin,
                            "the section service with at least one pipeline is missing"));
            return;
        }
        Entry extensions = map.entries().get("extensions");
        if (extensions != null) {
            for (Reference reference : references(extensions.value(), "service::extensions")) {
                refer(ComponentKind.EXTENSION, reference, "service::extensions");
            }
        }
        Entry pipelines = map.entries().get("pipelines");
        if (pipelines == null
                || !(pipelines.value() instanceof MapNode all)
                || all.entries().isEmpty()) {
            findings.add(
                    Finding.error(
                            "invalid_pipeline",
                            pipelines == null ? map.origin() : pipelines.value().origin(),
                            "service::pipelines must be a map with at least one pipeline"));
            return;
        }
        all.entries().forEach(this::checkPipeline);
        checkConnectors();
        checkCycles(all);
    }

    private void checkPipeline(String id, Entry entry) {
        String signal = id.contains("/") ? id.substring(0, id.indexOf('/')) : id;
        if (!SIGNALS.contains(signal) || !CollectorConfig.isComponentId(id)) {
            findings.add(
                    Finding.error(
                            "invalid_pipeline",
                            entry.keyOrigin(),
                            "%s is no pipeline; there are traces, metrics, logs and profiles, with an optional /name"
                                    .formatted(Quote.of(id))));
            return;
        }
        if (!(entry.value() instanceof MapNode pipeline)) {
            findings.add(
                    Finding.error(
                            "invalid_pipeline",
                            entry.value().origin(),
                            "pipeline %s must be a map, not a %s"
                                    .formatted(id, entry.value().typeName())));
            return;
        }
        pipeline.entries()
                .forEach((key, value) -> {
                    if (ROLES.stream().noneMatch(role -> role.plural().equals(key))) {
                        findings.add(
                                Finding.error(
                                        "invalid_pipeline",
                                        value.keyOrigin(),
                                        "pipeline %s has no %s; it lists receivers, processors and exporters"
                                                .formatted(id, Quote.of(key))));
                    }
                });
        ROLES.forEach(role -> checkRole(id, entry, pipeline, role));
    }

    private void checkRole(String id, Entry entry, MapNode pipeline, ComponentKind role) {
        Entry list = pipeline.entries().get(role.plural());
        String place = "pipeline " + id;
        List<Reference> references =
                list == null || list.value().isNull()
                        ? List.of()
                        : references(list.value(), role.plural() + " of " + place);
        if (references.isEmpty() && role != ComponentKind.PROCESSOR) {
            findings.add(
                    Finding.error(
                            "invalid_pipeline",
                            list == null ? entry.keyOrigin() : list.value().origin(),
                            "%s needs at least one %s".formatted(place, role.singular())));
        }
        Set<String> seen = new HashSet<>();
        for (Reference reference : references) {
            boolean repeated = !seen.add(reference.id());
            if (repeated && role == ComponentKind.PROCESSOR) {
                findings.add(
                        Finding.error(
                                "invalid_pipeline",
                                reference.origin(),
                                "%s lists the processor %s twice"
                                        .formatted(place, reference.id())));
            }
            if (role != ComponentKind.PROCESSOR
                    && table.defines(ComponentKind.CONNECTOR, reference.id())) {
                table.use(ComponentKind.CONNECTOR, reference.id());
                (role == ComponentKind.EXPORTER ? feeds : fedBy)
                        .computeIfAbsent(id, _ -> new LinkedHashSet<>())
                        .add(reference.id());
            } else {
                refer(role, reference, place);
            }
        }
    }

    private record Reference(String id, Origin origin) {}

    private List<Reference> references(ConfigNode node, String place) {
        List<Reference> references = new ArrayList<>();
        List<ConfigNode> elements =
                node instanceof ListNode(_, var all)
                        ? all
                        : node.isNull() ? List.of() : List.of(node);
        for (ConfigNode element : elements) {
            if (node instanceof ListNode
                    && element instanceof ScalarLeaf(Origin origin, Value.Text(String id))) {
                references.add(new Reference(id, origin));
            } else {
                findings.add(
                        Finding.error(
                                "invalid_pipeline",
                                element.origin(),
                                "%s must be a list of component ids, not a %s"
                                        .formatted(place, element.typeName())));
            }
        }
        return references;
    }

    private void refer(ComponentKind kind, Reference reference, String place) {
        if (table.defines(kind, reference.id())) {
            table.use(kind, reference.id());
        } else {
            findings.add(
                    Finding.error(
                            "undefined_component",
                            reference.origin(),
                            "%s refers to the %s %s, which is not defined in %s"
                                    .formatted(
                                            place,
                                            kind.singular(),
                                            Quote.of(reference.id()),
                                            kind.plural())));
        }
    }

    private void checkConnectors() {
        for (String connector : table.used(ComponentKind.CONNECTOR)) {
            boolean takes = feeds.values().stream().anyMatch(ids -> ids.contains(connector));
            boolean gives = fedBy.values().stream().anyMatch(ids -> ids.contains(connector));
            if (!takes || !gives) {
                findings.add(
                        Finding.error(
                                "invalid_pipeline",
                                table.defined(ComponentKind.CONNECTOR)
                                        .getOrDefault(connector, Origin.NONE),
                                "connector %s must be the exporter of one pipeline and the receiver of another"
                                        .formatted(connector)));
            }
        }
    }

    private void checkCycles(MapNode pipelines) {
        for (String start : feeds.keySet()) {
            Set<String> reached = new LinkedHashSet<>(next(start));
            List<String> open = new ArrayList<>(reached);
            while (!open.isEmpty()) {
                for (String pipeline : next(open.removeLast())) {
                    if (reached.add(pipeline)) {
                        open.add(pipeline);
                    }
                }
            }
            Entry entry = pipelines.entries().get(start);
            if (reached.contains(start) && entry != null) {
                findings.add(
                        Finding.error(
                                "invalid_pipeline",
                                entry.keyOrigin(),
                                "pipeline %s feeds itself through connectors".formatted(start)));
            }
        }
    }

    private Set<String> next(String pipeline) {
        Set<String> next = new LinkedHashSet<>();
        Set<String> connectors = feeds.getOrDefault(pipeline, Set.of());
        fedBy.forEach((other, ids) -> {
            if (ids.stream().anyMatch(connectors::contains)) {
                next.add(other);
            }
        });
        return next;
    }
}
