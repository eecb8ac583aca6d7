package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.assignment.AgentExplanation;
import dev.myriarch.blueprint.Explanation;
import dev.myriarch.blueprint.Finding;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.blueprint.Provenance;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gen.AgentExplanationDto;
import dev.myriarch.gen.ConfigLayerDto;
import dev.myriarch.gen.ConfigParameterDto;
import dev.myriarch.gen.ConfigRemovalDto;
import dev.myriarch.gen.ConfigReplacedDto;
import dev.myriarch.gen.ConfigValueDto;
import dev.myriarch.gen.FleetVerdictDto;
import dev.myriarch.gen.GitopsIssueDto;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.FleetVerdict;
import java.util.List;
import java.util.Optional;

/** Turns explanations into bodies of the API. */
final class ExplanationBodies {
    private static final Provenance NOTHING =
            new Provenance(List.of(), List.of(), List.of(), List.of(), false);

    private ExplanationBodies() {}

    static AgentExplanationDto explanation(Agent agent, AgentExplanation explanation) {
        Provenance provenance =
                explanation.rendering().flatMap(Explanation::provenance).orElse(NOTHING);
        Optional<RenderResult> result = explanation.rendering().map(Explanation::result);
        return new AgentExplanationDto(
                explanation.revision(),
                explanation.fleet().map(Fleet::name),
                explanation.fleet().map(Fleet::blueprint),
                result.flatMap(ExplanationBodies::hash),
                reason(explanation, result),
                AgentCause.of(agent).orElse(""),
                explanation.labels(),
                explanation.verdicts().stream().map(ExplanationBodies::verdict).toList(),
                provenance.layers().stream().map(ExplanationBodies::layer).toList(),
                provenance.parameters().stream().map(ExplanationBodies::parameter).toList(),
                provenance.leaves().stream().map(ExplanationBodies::value).toList(),
                provenance.removals().stream().map(ExplanationBodies::removal).toList(),
                result.map(ExplanationBodies::unchecked).orElse(List.of()),
                result.map(ExplanationBodies::issues).orElse(List.of()),
                provenance.truncated());
    }

    private static Optional<String> hash(RenderResult result) {
        return switch (result) {
            case RenderResult.Rendered rendered ->
                    Optional.of(rendered.hash()).map(ConfigHash::hex);
            case RenderResult.Failed _ -> Optional.empty();
        };
    }

    private static String reason(AgentExplanation explanation, Optional<RenderResult> result) {
        return result.orElse(null) instanceof RenderResult.Failed failed
                ? failed.summary()
                : explanation.reason();
    }

    private static List<String> unchecked(RenderResult result) {
        return result instanceof RenderResult.Rendered rendered ? rendered.unchecked() : List.of();
    }

    private static List<GitopsIssueDto> issues(RenderResult result) {
        List<Finding> findings =
                switch (result) {
                    case RenderResult.Rendered rendered -> rendered.warnings();
                    case RenderResult.Failed(List<Finding> all) -> all;
                };
        return findings.stream().map(ExplanationBodies::issue).toList();
    }

    private static GitopsIssueDto issue(Finding finding) {
        Origin origin = finding.origin();
        return new GitopsIssueDto(
                finding.code(),
                finding.isError() ? "error" : "warning",
                finding.message(),
                origin.file(),
                origin.line(),
                origin.column(),
                origin.object(),
                origin.path());
    }

    private static FleetVerdictDto verdict(FleetVerdict verdict) {
        return new FleetVerdictDto(
                verdict.fleet().name(),
                verdict.fleet().match().priority(),
                verdict.result().text(),
                verdict.reasons());
    }

    private static ConfigLayerDto layer(Provenance.Layer layer) {
        return new ConfigLayerDto(
                layer.name(),
                layer.origin().file(),
                layer.origin().line(),
                layer.condition().parameters());
    }

    private static ConfigParameterDto parameter(Provenance.ParameterUse use) {
        return new ConfigParameterDto(
                use.name(),
                use.type().text(),
                use.value(),
                use.source().map(ParameterValue.Source::text),
                use.attribute(),
                use.origin().file(),
                use.origin().line());
    }

    private static ConfigValueDto value(Provenance.Leaf leaf) {
        return new ConfigValueDto(
                leaf.path(),
                leaf.value(),
                leaf.layer(),
                leaf.origin().file(),
                leaf.origin().line(),
                leaf.origin().column(),
                leaf.reads().parameters(),
                leaf.reads().attributes(),
                leaf.replaced().stream()
                        .map(each ->
                                new ConfigReplacedDto(
                                        each.layer(), each.origin().file(), each.origin().line()))
                        .toList());
    }

    private static ConfigRemovalDto removal(Provenance.Removal removal) {
        return new ConfigRemovalDto(
                removal.path(), removal.layer(), removal.origin().file(), removal.origin().line());
    }
}
