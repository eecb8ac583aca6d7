package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.TestRepository;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WaveForecastTest {
    private static final Map<String, String> LAB = Map.of("site.type", "lab");
    private static final Map<String, String> EDGE = Map.of("site.type", "edge");

    @Test
    void selectorTakesItsAgentsForCertain() {
        assertThat(waves("[{name: lab, selector: {matchAttributes: {site.type: lab}}}]", LAB))
                .containsExactly("lab yes its selector takes the agent");
    }

    @Test
    void waveThatDoesNotMatchSaysWhy() {
        assertThat(waves("[{name: lab, selector: {matchAttributes: {site.type: lab}}}]", EDGE))
                .containsExactly(
                        "lab no site.type is lab (the agent has edge)",
                        "rest yes takes what is left");
    }

    @Test
    void shareIsDrawnWhenTheRolloutIsCreated() {
        String policy =
                """
                [{name: few, percent: 10}, {name: lab, selector: {matchAttributes: {site.type: lab}}},
                 {name: half, percent: 50}, {name: all, percent: 100}]
                """;

        assertThat(waves(policy, LAB))
                .containsExactly(
                        "few perhaps up to 10 % of all agents, drawn when the rollout is created",
                        "lab yes its selector takes the agent, unless a wave before it has");
        assertThat(waves(policy, EDGE))
                .containsExactly(
                        "few perhaps up to 10 % of all agents, drawn when the rollout is created",
                        "lab no site.type is lab (the agent has edge)",
                        "half perhaps up to 50 % of all agents, drawn when the rollout is created",
                        "all yes takes what is left");
    }

    @Test
    void fleetWithoutAPolicyHasOneWave() {
        WaveForecast forecast =
                WaveForecast.of(TestRepository.empty().snapshot(), "default", Map.of());

        assertThat(forecast.waves())
                .containsExactly(
                        new WaveForecast.Wave(
                                "all", WaveForecast.Answer.YES, "it is the only wave"));
    }

    private static List<String> waves(String waves, Map<String, String> view) {
        Snapshot snapshot =
                TestRepository.empty()
                        .object("RolloutPolicy", "p", "waves: " + waves.strip())
                        .snapshot();
        return WaveForecast.of(snapshot, "p", view).waves().stream()
                .map(each -> each.name() + " " + each.answer().text() + " " + each.reason())
                .toList();
    }
}
