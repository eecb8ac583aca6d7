package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.gitops.Snapshot;
import dev.myriarch.testing.TestRepository;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What agents share, and what they do not. */
final class RenderMemoryTest {
    private static final String BLUEPRINT =
            """
            parameters:
              - {name: site, type: string, default: none, fromAttribute: site}
            config:
              receivers: {nop: {v: "[[ .params.site ]]"}}
              exporters: {nop: {}}
              service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
            fragments:
              - name: big
                when: "[[ hasAttr \\"big\\" ]]"
                config: {extensions: {pprof: {}}}
            """;

    private final Snapshot snapshot =
            TestRepository.empty()
                    .object("Blueprint", "b", BLUEPRINT)
                    .object(
                            "Fleet",
                            "f",
                            "blueprint: b\nselector: {matchAttributes: {os.type: linux}}")
                    .snapshot();

    private RenderResult render(Map<String, String> attributes, Optional<ComponentSet> components) {
        return snapshot.render(
                snapshot.fleets().getFirst(),
                new RenderRequest.AgentContext("", attributes, Map.of(), components));
    }

    private static RenderResult.Rendered rendered(RenderResult result) {
        return (RenderResult.Rendered) result;
    }

    @Test
    void agentsThatDifferInNothingATemplateLooksAtShareTheirConfiguration() {
        RenderResult one = render(Map.of("host.name", "a"), Optional.empty());
        assertThat(render(Map.of("host.name", "b"), Optional.empty())).isSameAs(one);
    }

    @Test
    void whatATemplateLooksAtIsNotShared() {
        RenderResult.Rendered one = rendered(render(Map.of("site", "one"), Optional.empty()));
        RenderResult.Rendered other = rendered(render(Map.of("site", "two"), Optional.empty()));
        assertThat(new String(one.body(), StandardCharsets.UTF_8)).contains("v: one");
        assertThat(new String(other.body(), StandardCharsets.UTF_8)).contains("v: two");
    }

    @Test
    void anEqualTreeWithAnotherSourceOrLayerTellsItsOwn() {
        RenderResult.Rendered byDefault = rendered(render(Map.of(), Optional.empty()));
        RenderResult.Rendered byAttribute =
                rendered(render(Map.of("site", "none"), Optional.empty()));
        assertThat(byAttribute.hash()).isEqualTo(byDefault.hash());
        assertThat(byDefault.sourceTexts()).containsEntry("site", "default");
        assertThat(byAttribute.sourceTexts()).containsEntry("site", "attribute");
        RenderResult.Rendered big = rendered(render(Map.of("big", ""), Optional.empty()));
        assertThat(big.layers()).containsExactly("b", "b#big");
        assertThat(byDefault.layers()).containsExactly("b");
    }

    @Test
    void whatACollectorDoesNotContainIsFoundForItAlone() {
        ComponentSet all =
                new ComponentSet(Map.of("receivers", List.of("nop"), "exporters", List.of("nop")));
        ComponentSet other =
                new ComponentSet(Map.of("receivers", List.of("otlp"), "exporters", List.of("nop")));
        assertThat(render(Map.of(), Optional.of(all))).isInstanceOf(RenderResult.Rendered.class);
        assertThat(render(Map.of(), Optional.of(other)))
                .isInstanceOfSatisfying(
                        RenderResult.Failed.class,
                        failed -> assertThat(failed.summary()).contains("nop"));
        assertThat(render(Map.of(), Optional.empty())).isInstanceOf(RenderResult.Rendered.class);
    }

    @Test
    void manyDifferentConfigurationsStayRight() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 200; i++) {
                RenderResult.Rendered one =
                        rendered(render(Map.of("site", "site-" + i), Optional.empty()));
                assertThat(new String(one.body(), StandardCharsets.UTF_8))
                        .contains("v: site-" + i + "\n");
            }
        }
    }
}
