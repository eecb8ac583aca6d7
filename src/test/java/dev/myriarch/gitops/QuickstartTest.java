package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.blueprint.Finding;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.domain.AttributeView;
import dev.myriarch.gitops.io.DirectorySource;
import dev.myriarch.gitops.io.RepositoryLimits;
import dev.myriarch.testing.GoldenFiles;
import dev.myriarch.testing.SettableClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The quickstart repository: valid, and rendered exactly as the golden files say. */
final class QuickstartTest {
    private static final SettableClock CLOCK =
            new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

    @Test
    void quickstartIsValidWithoutWarnings() {
        SnapshotValidator.Result result = validate();

        assertThat(result.issues())
                .allSatisfy(issue -> assertThat(issue.severity()).isEqualTo(Issue.Severity.INFO));
        assertThat(result.snapshot()).isPresent();
    }

    @Test
    void everySampleAgentHasOneFleet() {
        Snapshot snapshot = snapshot();

        Map<String, String> fleets = new TreeMap<>();
        for (SampleAgent sample : snapshot.samples()) {
            fleets.put(sample.name(), fleet(snapshot, sample).name());
        }

        assertThat(fleets)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "linux-plain", "linux-hosts",
                                "linux-edge", "linux-hosts",
                                "windows-datacenter", "windows-hosts",
                                "k8s-gateway-0", "k8s-gateways"));
    }

    @Test
    void sampleAgentsRenderExactlyTheGoldenConfigurations() {
        Snapshot snapshot = snapshot();

        for (SampleAgent sample : snapshot.samples()) {
            RenderResult.Rendered rendered = render(snapshot, sample);
            GoldenFiles.check(
                    "blueprint/" + sample.name() + "/config.yaml",
                    new String(rendered.body(), StandardCharsets.UTF_8));
            GoldenFiles.check("blueprint/" + sample.name() + "/facts.txt", facts(rendered));
        }
    }

    private static String facts(RenderResult.Rendered rendered) {
        StringBuilder facts = new StringBuilder();
        facts.append("hash ").append(rendered.hash()).append('\n');
        rendered.layers().forEach(layer -> facts.append("layer ").append(layer).append('\n'));
        rendered.sourceTexts()
                .forEach((name, source) ->
                        facts.append("parameter %s from %s\n".formatted(name, source)));
        for (Finding warning : rendered.warnings()) {
            facts.append("warning %s %s\n".formatted(warning.code(), warning.message()));
        }
        rendered.unchecked()
                .forEach(component -> facts.append("unchecked %s\n".formatted(component)));
        return facts.toString();
    }

    private static RenderResult.Rendered render(Snapshot snapshot, SampleAgent sample) {
        RenderResult result =
                snapshot.render(
                        fleet(snapshot, sample),
                        new RenderRequest.AgentContext(
                                "",
                                view(snapshot, sample),
                                snapshot.inventory(sample.attributeView()).parameters(),
                                sample.components(),
                                sample.collectorVersion()));
        assertThat(result).isInstanceOf(RenderResult.Rendered.class);
        return (RenderResult.Rendered) result;
    }

    private static Fleet fleet(Snapshot snapshot, SampleAgent sample) {
        FleetMatcher.Match match = FleetMatcher.match(snapshot.fleets(), view(snapshot, sample));
        assertThat(match).isInstanceOf(FleetMatcher.Match.Member.class);
        return ((FleetMatcher.Match.Member) match).fleet();
    }

    private static Map<String, String> view(Snapshot snapshot, SampleAgent sample) {
        Map<String, String> labels = new TreeMap<>(sample.labels());
        labels.putAll(snapshot.inventory(sample.attributeView()).labels());
        return AttributeView.of(sample.attributes(), Map.of(), labels);
    }

    private static Snapshot snapshot() {
        return validate().snapshot().orElseThrow();
    }

    private static SnapshotValidator.Result validate() {
        RepositorySource source =
                new DirectorySource(
                        Path.of("examples", "quickstart"), RepositoryLimits.DEFAULT, CLOCK);
        RepositorySource.Fetch fetch = source.fetch(Optional.empty());
        assertThat(fetch).isInstanceOf(RepositorySource.Fetch.Content.class);
        RepositorySource.Fetch.Content content = (RepositorySource.Fetch.Content) fetch;
        return SnapshotValidator.validate(
                content.revision(), content.files(), content.issues(), TimeBudget.UNLIMITED);
    }
}
