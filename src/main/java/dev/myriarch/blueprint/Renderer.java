package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.template.TemplateData;
import dev.myriarch.template.TemplateException;
import dev.myriarch.yaml.CanonicalYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Renders blueprints. Deterministic: the same blueprints and request give the same bytes, on the
 * server and on a laptop. Thread-safe; it remembers what it rendered last, because most agents of a
 * fleet get the same.
 */
public final class Renderer {
    /** Largest rendered configuration in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private final BlueprintLibrary library;
    private final RenderMemory memory = new RenderMemory();

    public Renderer(BlueprintLibrary library) {
        this.library = library;
    }

    /** Renders one configuration; with any error there is none. */
    public RenderResult render(RenderRequest request) {
        return run(request, () -> false).result();
    }

    /**
     * The same, ended when the time is over, with the error {@code time_budget_exceeded}.
     *
     * @param isOver asked before each template, which itself is bounded
     */
    public RenderResult render(RenderRequest request, BooleanSupplier isOver) {
        return run(request, isOver).result();
    }

    /**
     * Renders one configuration and says where each of its values comes from. Costs several
     * renderings: it is for an agent that somebody looks at.
     *
     * @param path keys joined by {@code ::}; only what is at or below it is told; empty for all
     */
    public Explanation explain(RenderRequest request, String path) {
        Run run = run(request, () -> false);
        return new Explanation(
                run.result(), run.steps().map(steps -> ProvenanceWalk.of(steps, path)));
    }

    /**
     * @param steps what led to the configuration, when there is one
     */
    private record Run(RenderResult result, Optional<Steps> steps) {
        static Run failed(List<Finding> findings) {
            return new Run(new RenderResult.Failed(findings), Optional.empty());
        }
    }

    /**
     * How a configuration came about.
     *
     * @param layers names of the layers that were merged
     * @param merged the tree with its templates
     * @param evaluated the same tree without: entries and elements stand in the same order
     */
    record Steps(
            Chain chain,
            ParameterResolver.Resolved parameters,
            List<String> layers,
            MapNode merged,
            MapNode evaluated,
            ComponentFields.Basis basis) {}

    private Run run(RenderRequest request, BooleanSupplier isOver) {
        Optional<Chain> chain = library.chain(request.blueprint());
        return chain.isPresent() ? run(chain.get(), request, isOver) : Run.failed(broken(request));
    }

    private List<Finding> broken(RenderRequest request) {
        return library.find(request.blueprint()).isEmpty()
                ? List.of(BlueprintLibrary.notFound(request.blueprint(), request.reference()))
                : library.findings();
    }

    private Run run(Chain chain, RenderRequest request, BooleanSupplier isOver) {
        ParameterResolver.Resolved parameters = ParameterResolver.resolve(chain, request);
        List<Finding> findings = new ArrayList<>(parameters.findings());
        if (hasErrors(findings)) {
            return Run.failed(findings);
        }
        TemplateData data = data(chain, request, parameters.values());
        List<String> layers = new ArrayList<>();
        MapNode merged = merge(chain, data, layers, findings);
        if (hasErrors(findings)) {
            return Run.failed(findings);
        }
        Optional<MapNode> tree = evaluate(merged, data, isOver, findings);
        if (tree.isEmpty() || hasErrors(findings)) {
            return Run.failed(findings);
        }
        ComponentFields.Basis basis =
                ComponentFields.bundled().basis(request.agent().collectorVersion());
        Steps steps = new Steps(chain, parameters, layers, merged, tree.get(), basis);
        return finish(steps, request.agent(), findings);
    }

    private Run finish(Steps steps, RenderRequest.AgentContext agent, List<Finding> findings) {
        RenderMemory.Key key =
                new RenderMemory.Key(
                        steps.chain(),
                        steps.layers(),
                        steps.parameters().sources(),
                        steps.evaluated().toValue(),
                        agent.components(),
                        agent.collectorVersion(),
                        findings);
        RenderResult result = memory.find(key, () -> check(steps, key, findings));
        return new Run(
                result,
                result instanceof RenderResult.Rendered ? Optional.of(steps) : Optional.empty());
    }

    private static RenderResult check(Steps steps, RenderMemory.Key key, List<Finding> findings) {
        MapNode tree = steps.evaluated();
        findings.addAll(CollectorConfig.check(tree, key.components(), steps.basis()));
        if (hasErrors(findings)) {
            return new RenderResult.Failed(findings);
        }
        byte[] body = CanonicalYaml.write(key.tree());
        if (body.length > MAX_BYTES) {
            findings.add(tooLarge(steps.chain().leaf()));
            return new RenderResult.Failed(findings);
        }
        return new RenderResult.Rendered(
                body,
                ConfigHash.of(body),
                steps.layers(),
                steps.parameters().sources(),
                findings,
                FieldCheck.unchecked(tree, steps.basis()));
    }

    private static TemplateData data(Chain chain, RenderRequest request, Value.Mapping params) {
        return new TemplateData(
                params,
                request.agent().id(),
                request.agent().attributes(),
                request.fleet().name(),
                request.fleet().labels(),
                chain.leaf().name());
    }

    private static MapNode merge(
            Chain chain, TemplateData data, List<String> layers, List<Finding> findings) {
        MapNode tree = ConfigNode.emptyMap(chain.leaf().config().origin());
        for (Blueprint layer : chain.layers()) {
            layers.add(layer.name());
            tree = ConfigMerge.merge(tree, layer.config());
            for (Fragment fragment : layer.fragments()) {
                if (isActive(fragment, data, findings)) {
                    layers.add(layer.name() + "#" + fragment.name());
                    tree = ConfigMerge.merge(tree, fragment.config());
                    tree = ConfigMerge.remove(tree, fragment.remove());
                }
            }
            tree = ConfigMerge.remove(tree, layer.remove());
        }
        return tree;
    }

    private static boolean isActive(Fragment fragment, TemplateData data, List<Finding> findings) {
        if (fragment.when().isEmpty()) {
            return true;
        }
        try {
            Value value = fragment.when().get().evaluate(data);
            if (value instanceof Value.Bool(boolean active)) {
                return active;
            }
            findings.add(
                    Finding.error(
                            "when_not_bool",
                            fragment.origin(),
                            "the condition of fragment %s gives a %s; it must give true or false"
                                    .formatted(fragment.name(), value.typeName())));
        } catch (TemplateException e) {
            findings.add(
                    Finding.error(
                            "template_error", fragment.origin(), String.valueOf(e.getMessage())));
        }
        return false;
    }

    private static Optional<MapNode> evaluate(
            MapNode merged, TemplateData data, BooleanSupplier isOver, List<Finding> findings) {
        ConfigEvaluator evaluator = new ConfigEvaluator(data, isOver);
        try {
            MapNode tree = evaluator.evaluate(merged);
            findings.addAll(evaluator.findings());
            return Optional.of(tree);
        } catch (ConfigEvaluator.TimeIsOverException e) {
            findings.add(
                    Finding.error(
                            "time_budget_exceeded",
                            e.origin(),
                            "checking the repository takes too long; make its templates simpler or"
                                    + " raise gitops.timeBudget"));
            return Optional.empty();
        } catch (ConfigEvaluator.ConfigTooLargeException e) {
            findings.addAll(evaluator.findings());
            findings.add(Finding.error("config_too_large", merged.origin(), TOO_LARGE));
            return Optional.empty();
        }
    }

    private static final String TOO_LARGE =
            "the rendered configuration is larger than 1 MiB; shorten lists or split the fleet";

    private static Finding tooLarge(Blueprint leaf) {
        return Finding.error("config_too_large", leaf.origin(), TOO_LARGE);
    }

    private static boolean hasErrors(List<Finding> findings) {
        return findings.stream().anyMatch(Finding::isError);
    }
}
