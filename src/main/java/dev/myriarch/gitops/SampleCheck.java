package dev.myriarch.gitops;

import dev.myriarch.base.Brand;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.Finding;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.domain.BridgeLock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Renders the fleets for the sample agents and looks at who belongs where. */
final class SampleCheck {
    /** Renderings of one check; more samples than that show nothing new. */
    private static final int MAX_RENDERINGS = 100_000;

    /** Components that one remark names. */
    private static final int NAMES = 10;

    /** What a Bridge reports of itself in each mode. */
    private static final List<Map<String, String>> BRIDGES =
            List.of(
                    Map.of(
                            "service.name",
                            Brand.BRIDGE_SERVICE_NAME,
                            "service.version",
                            "0.158.0",
                            "service.instance.id",
                            "0197f0a0-0000-7000-8000-000000000000",
                            "os.family",
                            "linux",
                            "host.name",
                            "opamp-bridge",
                            Brand.BRIDGE_MODE_ATTRIBUTE,
                            "operator"),
                    Map.of(
                            "service.name",
                            "collector",
                            "service.version",
                            "0.158.0",
                            "service.instance.id",
                            "0197f0a0-0000-7000-8000-000000000001",
                            "os.family",
                            "linux",
                            "host.name",
                            "collector",
                            "k8s.namespace.name",
                            "observability",
                            "k8s.workload.name",
                            "collector",
                            "k8s.workload.type",
                            "Deployment",
                            "opentelemetry.io/agent.type",
                            "standalone",
                            Brand.BRIDGE_MODE_ATTRIBUTE,
                            "standalone"));

    private final Snapshot snapshot;
    private final Optional<ComponentSet> components;
    private final TimeBudget budget;
    private final Issues issues;
    private final Set<Finding> told = new HashSet<>();
    private final Set<String> toldUnchecked = new HashSet<>();
    private int renderings;

    private SampleCheck(
            Snapshot snapshot,
            Optional<ComponentSet> components,
            TimeBudget budget,
            Issues issues) {
        this.snapshot = snapshot;
        this.components = components;
        this.budget = budget;
        this.issues = issues;
    }

    /**
     * @param components what the collectors of samples contain that do not say so themselves
     */
    static void check(
            Snapshot snapshot,
            Optional<ComponentSet> components,
            TimeBudget budget,
            Issues issues) {
        SampleCheck check = new SampleCheck(snapshot, components, budget, issues);
        if (!check.checkBridges()) {
            return;
        }
        for (SampleAgent sample : snapshot.samples()) {
            if (!check.checkSample(sample)) {
                return;
            }
        }
    }

    private RenderRequest.AgentContext agent(
            Map<String, String> attributes, Map<String, String> labels) {
        return snapshot.hypothetical(attributes, labels, Optional.empty());
    }

    /** False when the check must end. */
    private boolean checkBridges() {
        List<Map<String, String>> views = new ArrayList<>();
        BRIDGES.forEach(attributes -> views.add(agent(attributes, Map.of()).attributes()));
        snapshot.samples().stream()
                .filter(SampleCheck::isBridge)
                .forEach(sample ->
                        views.add(agent(sample.attributes(), sample.labels()).attributes()));
        for (Fleet fleet : snapshot.fleets()) {
            if (!hasTime(fleet.meta())) {
                return false;
            }
            boolean selected =
                    views.stream().anyMatch(each -> fleet.match().selector().matches(each));
            if (selected && !fleet.manageBridges()) {
                issues.warning(
                        "bridge_selected",
                        fleet.meta().at("spec.selector"),
                        "the selector also takes an OpAMP Bridge, which stays locked; select on"
                                + " what a Bridge does not report, such as os.type");
            }
        }
        return true;
    }

    private static boolean isBridge(SampleAgent sample) {
        return BridgeLock.isBridge(sample.attributes(), Map.of());
    }

    /** False when the check must end. */
    private boolean checkSample(SampleAgent sample) {
        if (!hasTime(sample.meta())) {
            return false;
        }
        RenderRequest.AgentContext agent =
                snapshot.hypothetical(
                                sample.attributes(),
                                sample.labels(),
                                sample.components().or(() -> components))
                        .withCollectorVersion(sample.collectorVersion());
        Map<String, String> view = agent.attributes();
        switch (FleetMatcher.match(snapshot.fleets(), view)) {
            case FleetMatcher.Match.Member _ -> {}
            case FleetMatcher.Match.Ambiguous ambiguous ->
                    issues.warning("fleet_ambiguous", sample.meta().origin(), ambiguous.message());
            case FleetMatcher.Match.Unassigned _ -> {
                if (!isBridge(sample)) {
                    issues.warning(
                            "sample_unassigned",
                            sample.meta().origin(),
                            "no fleet takes this agent");
                }
            }
        }
        if (isBridge(sample)) {
            return true;
        }
        for (Fleet fleet : FleetMatcher.candidates(snapshot.fleets(), view)) {
            if (!mayRender(sample)) {
                return false;
            }
            render(fleet, sample, agent);
        }
        return true;
    }

    private boolean mayRender(SampleAgent sample) {
        if (!hasTime(sample.meta())) {
            return false;
        }
        renderings++;
        if (renderings > MAX_RENDERINGS) {
            issues.error(
                    "repository_too_complex",
                    sample.meta().origin(),
                    "fleets and sample agents give more than %d renderings"
                            .formatted(MAX_RENDERINGS));
            return false;
        }
        return true;
    }

    private boolean hasTime(ObjectMeta meta) {
        if (budget.isExceeded()) {
            issues.error("time_budget_exceeded", meta.origin(), RepositoryParser.TOO_LONG);
            return false;
        }
        return true;
    }

    private void render(Fleet fleet, SampleAgent sample, RenderRequest.AgentContext agent) {
        List<Finding> findings =
                switch (snapshot.render(fleet, agent, budget)) {
                    case RenderResult.Failed(var all) -> all;
                    case RenderResult.Rendered rendered -> {
                        tellUnchecked(sample, rendered.unchecked());
                        yield rendered.warnings();
                    }
                };
        String context = " (sample agent %s in fleet %s)".formatted(sample.name(), fleet.name());
        for (Finding finding : findings) {
            if (told.add(finding)) {
                issues.add(finding, context);
            }
        }
    }

    /** Each component once for a release, and a release that is not known once for all. */
    private void tellUnchecked(SampleAgent sample, List<String> unchecked) {
        if (sample.collectorVersion().isEmpty()) {
            if (toldUnchecked.add("")) {
                issues.info(
                        "unchecked_settings",
                        sample.meta().origin(),
                        "settings are not checked for sample agents without collectorVersion, such"
                                + " as this one");
            }
            return;
        }
        String version = sample.collectorVersion().get();
        List<String> fresh =
                unchecked.stream().filter(each -> toldUnchecked.add(version + " " + each)).toList();
        if (!fresh.isEmpty()) {
            String more =
                    fresh.size() > NAMES ? " and %d more".formatted(fresh.size() - NAMES) : "";
            issues.info(
                    "unchecked_settings",
                    sample.meta().at("spec.collectorVersion"),
                    "settings are not described for collector %s, so they are not checked: %s%s"
                            .formatted(
                                    version,
                                    String.join(
                                            ", ", fresh.subList(0, Math.min(NAMES, fresh.size()))),
                                    more));
        }
    }
}
