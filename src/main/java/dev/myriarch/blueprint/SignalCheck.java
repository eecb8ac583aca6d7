package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ComponentFields.Basis;
import dev.myriarch.blueprint.ConfigNode.Entry;
import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the components of a pipeline handle its signal, and connectors join the signals of
 * theirs. A collector does not start otherwise. Confined to one check.
 */
final class SignalCheck {
    /** Profiles are experimental, and the descriptions do not tell who handles them. */
    private static final Set<String> SIGNALS = Set.of("traces", "metrics", "logs");

    private final MapNode tree;
    private final Basis basis;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Joint> joints = new LinkedHashMap<>();

    private SignalCheck(MapNode tree, Basis basis) {
        this.tree = tree;
        this.basis = basis;
    }

    /** Errors when the release is described, warnings when only others are. */
    static List<Finding> check(MapNode tree, Basis basis) {
        SignalCheck check = new SignalCheck(tree, basis);
        if (!basis.releases().isEmpty()) {
            map(map(tree, "service"), "pipelines").entries().forEach(check::checkPipeline);
            check.joints.forEach(check::checkJoint);
        }
        return check.findings;
    }

    /** What is below a key; empty when it is not there or no map, which another check reports. */
    static MapNode map(MapNode tree, String key) {
        Entry entry = tree.entries().get(key);
        return entry != null && entry.value() instanceof MapNode map
                ? map
                : ConfigNode.emptyMap(Origin.NONE);
    }

    private void checkPipeline(String id, Entry entry) {
        if (!(entry.value() instanceof MapNode pipeline)) {
            return;
        }
        for (ComponentKind role :
                List.of(ComponentKind.RECEIVER, ComponentKind.PROCESSOR, ComponentKind.EXPORTER)) {
            Entry list = pipeline.entries().get(role.plural());
            if (list != null && list.value() instanceof ListNode(_, var elements)) {
                elements.forEach(element -> checkElement(id, role, element));
            }
        }
    }

    private void checkElement(String pipeline, ComponentKind role, ConfigNode element) {
        if (!(element instanceof ScalarLeaf(Origin origin, Value.Text(String id)))) {
            return;
        }
        String signal = FieldCheck.type(pipeline);
        if (role != ComponentKind.PROCESSOR
                && map(tree, ComponentKind.CONNECTOR.plural()).entries().containsKey(id)) {
            Joint joint = joints.computeIfAbsent(id, _ -> new Joint());
            (role == ComponentKind.EXPORTER ? joint.from : joint.to)
                    .add(new End(signal, pipeline, origin));
            return;
        }
        Set<String> handled = signals(role, id);
        if (SIGNALS.contains(signal) && !handled.isEmpty() && !handled.contains(signal)) {
            report(
                    origin,
                    "the %s %s handles %s, so it cannot stand in the pipeline %s"
                            .formatted(
                                    role.singular(),
                                    FieldCheck.type(id),
                                    String.join(", ", handled),
                                    pipeline));
        }
    }

    /** What any of the releases handles; empty when that is not known. */
    private Set<String> signals(ComponentKind kind, String id) {
        Set<String> signals = new TreeSet<>();
        for (ReleaseFields.Component each : basis.find(kind, FieldCheck.type(id))) {
            if (each.signals().isEmpty()) {
                return Set.of();
            }
            signals.addAll(each.signals());
        }
        return signals;
    }

    /** Where a connector stands in a pipeline. */
    private record End(String signal, String pipeline, Origin origin) {}

    private static final class Joint {
        /** Pipelines that hand to the connector. */
        private final List<End> from = new ArrayList<>();

        /** Pipelines that receive from it. */
        private final List<End> to = new ArrayList<>();
    }

    /** Not every pair must be joined, but every pipeline with at least one on the other side. */
    private void checkJoint(String id, Joint joint) {
        Set<String> pairs = signals(ComponentKind.CONNECTOR, id);
        if (pairs.isEmpty() || joint.from.isEmpty() || joint.to.isEmpty()) {
            return;
        }
        for (End from : joint.from) {
            if (joint.to.stream().noneMatch(to -> joins(pairs, from, to))) {
                report(id, pairs, from, "hands to it");
            }
        }
        for (End to : joint.to) {
            if (joint.from.stream().noneMatch(from -> joins(pairs, from, to))) {
                report(id, pairs, to, "receives from it");
            }
        }
    }

    private static boolean joins(Set<String> pairs, End from, End to) {
        return !SIGNALS.contains(from.signal())
                || !SIGNALS.contains(to.signal())
                || pairs.contains(from.signal() + "_to_" + to.signal());
    }

    private void report(String id, Set<String> pairs, End end, String does) {
        report(
                end.origin(),
                "the connector %s joins %s, which no pipeline opposite of %s offers, which %s"
                        .formatted(
                                FieldCheck.type(id),
                                String.join(", ", pairs).replace("_to_", " to "),
                                end.pipeline(),
                                does));
    }

    private void report(Origin origin, String message) {
        String text = "%s (%s)".formatted(message, basis.text());
        findings.add(
                basis.isExact()
                        ? Finding.error("unsupported_signal", origin, text)
                        : Finding.warning("unsupported_signal", origin, text));
    }
}
