package dev.myriarch.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.Description;
import dev.myriarch.base.Brand;
import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.testing.TestRepository;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AssignmentDeciderTest {
    private static final String LINUX = "selector: {matchAttributes: {os.type: linux}}\n";
    private static final TestRepository BASE =
            TestRepository.empty().blueprint("b", TestRepository.MINIMAL_CONFIG);
    private static final Snapshot SNAPSHOT =
            BASE.object("Fleet", "f", LINUX + "blueprint: b\ncollector: {version: 0.149.0}")
                    .snapshot();
    private static final ConfigHash OLD = ConfigHash.of(new byte[] {1});
    private static final ChangeAdmission NEVER = (_, _) -> false;

    @Test
    void newAgentGetsItsConfigurationAtOnce() {
        AssignmentDecider.Decision decision = decide(SNAPSHOT, TestAgents.NONE, NEVER);

        assertThat(decision.result()).isEqualTo(AssignmentDecider.Result.ASSIGNED);
        AssignmentChange change = decision.change();
        assertThat(change.fleet()).hasValue("f");
        assertThat(change.assigned()).isPresent().isEqualTo(change.desired());
        assertThat(change.targetVersion()).hasValue("0.149.0");
        assertThat(change.error()).isEmpty();
        RenderedConfigStore.RenderedConfig rendering = decision.rendering().orElseThrow();
        assertThat(rendering.hash()).isEqualTo(ConfigHash.of(rendering.body()));
        assertThat(Optional.of(rendering.hash())).isEqualTo(change.assigned());
        assertThat(rendering.fleet()).isEqualTo("f");
        assertThat(rendering.blueprint()).isEqualTo("b");
        assertThat(rendering.revision()).isEqualTo("test");
        assertThat(rendering.layers()).containsExactly("b");
    }

    @Test
    void agentThatMovesToAnotherFleetGetsItsConfigurationAtOnce() {
        Assignment elsewhere =
                TestAgents.assignment(Optional.of("g"), Optional.of(OLD), Optional.of(OLD));

        AssignmentChange change = decide(SNAPSHOT, elsewhere, NEVER).change();

        assertThat(change.desired())
                .isPresent()
                .isEqualTo(change.assigned())
                .isNotEqualTo(Optional.of(OLD));
    }

    @Test
    void changeWithinAFleetWaitsForItsAdmission() {
        Assignment before =
                TestAgents.assignment(Optional.of("f"), Optional.of(OLD), Optional.of(OLD));

        AssignmentChange waiting = decide(SNAPSHOT, before, NEVER).change();
        AssignmentChange admitted = decide(SNAPSHOT, before, new ImmediateAdmission()).change();

        assertThat(waiting.assigned()).isPresent().isNotEqualTo(Optional.of(OLD));
        assertThat(waiting.desired()).hasValue(OLD);
        assertThat(admitted.desired()).isPresent().isEqualTo(admitted.assigned());
    }

    @Test
    void settledAgentHasNothingToAdmit() {
        AssignmentChange first = decide(SNAPSHOT, TestAgents.NONE, NEVER).change();
        Assignment settled =
                new Assignment(
                        first.fleet(),
                        first.assigned(),
                        first.desired(),
                        Optional.empty(),
                        first.targetVersion(),
                        "",
                        Optional.empty(),
                        "");

        AssignmentChange again =
                decide(
                                SNAPSHOT,
                                settled,
                                (_, _) -> {
                                    throw new AssertionError("asked for nothing");
                                })
                        .change();

        assertThat(again.differsFrom(TestAgents.linux(1, settled))).isFalse();
    }

    @Test
    void renderingThatFailsKeepsWhatTheAgentHas() {
        Snapshot broken =
                BASE.blueprint(
                                "c",
                                TestRepository.MINIMAL_CONFIG
                                        + "extensions: {x: {v: \"[[ attr \\\"nope\\\" ]]\"}}\n")
                        .object("Fleet", "f", LINUX + "blueprint: c")
                        .snapshot();
        Assignment before =
                TestAgents.assignment(Optional.of("f"), Optional.of(OLD), Optional.of(OLD));

        AssignmentDecider.Decision decision = decide(broken, before, new ImmediateAdmission());

        assertThat(decision.result()).isEqualTo(AssignmentDecider.Result.RENDER_ERROR);
        assertThat(decision.rendering()).isEmpty();
        assertThat(decision.change().assigned()).hasValue(OLD);
        assertThat(decision.change().desired()).hasValue(OLD);
        assertThat(decision.change().fleet()).hasValue("f");
        assertThat(decision.change().error())
                .startsWith("template_error: ")
                .contains("Blueprint-c.yaml")
                .contains("spec.config.extensions.x.v");
    }

    @Test
    void agentWithoutAFleetKeepsWhatItIsOffered() {
        Assignment before =
                TestAgents.assignment(Optional.of("f"), Optional.of(OLD), Optional.of(OLD));
        Snapshot other = BASE.snapshot();

        AssignmentDecider.Decision decision = decide(other, before, NEVER);

        assertThat(decision.result()).isEqualTo(AssignmentDecider.Result.UNASSIGNED);
        AssignmentChange change = decision.change();
        assertThat(change.fleet()).isEmpty();
        assertThat(change.assigned()).isEmpty();
        assertThat(change.desired()).hasValue(OLD);
        assertThat(change.error()).isEmpty();
    }

    @Test
    void ambiguousAgentIsUnassignedWithTheExactText() {
        Snapshot snapshot =
                BASE.object("Fleet", "b", LINUX + "blueprint: b\npriority: 7")
                        .object("Fleet", "a", LINUX + "blueprint: b\npriority: 7")
                        .object("Fleet", "c", LINUX + "blueprint: b\npriority: 6")
                        .snapshot();

        AssignmentDecider.Decision decision = decide(snapshot, TestAgents.NONE, NEVER);

        assertThat(decision.result()).isEqualTo(AssignmentDecider.Result.AMBIGUOUS);
        AssignmentChange change = decision.change();
        assertThat(change.fleet()).isEmpty();
        assertThat(change.error()).isEqualTo("ambiguous: fleets a, b have equal priority 7");
    }

    @Test
    void onlyCollectorsAndBridgesAreAssigned() {
        for (AgentKind kind : List.of(AgentKind.UPDATER, AgentKind.UNKNOWN)) {
            Agent agent = TestAgents.agent(1, kind, Map.of("os.type", "linux"), TestAgents.NONE);

            AssignmentChange change =
                    AssignmentDecider.decide(SNAPSHOT, agent, Optional.empty(), NEVER).change();

            assertThat(change.fleet()).as(kind.text()).isEmpty();
            assertThat(change.desired()).as(kind.text()).isEmpty();
        }
    }

    @Test
    void inventoryLabelsOverlayTokenLabelsAndSelect() {
        Snapshot snapshot =
                BASE.object(
                                "Fleet",
                                "f",
                                "selector: {matchAttributes: {labels.tier: edge}}\nblueprint: b")
                        .object("Inventory", "i", "entries: [{name: e, labels: {tier: edge}}]")
                        .snapshot();
        Agent agent = TestAgents.linux(1, TestAgents.NONE);
        Description token =
                new Description(Map.of(), Map.of(), Map.of("tier", "core", "x", "y"), Map.of(), 0);
        Agent labelled =
                new Agent(
                        agent.id(),
                        agent.kind(),
                        token,
                        agent.connection(),
                        agent.reported(),
                        agent.assignment(),
                        agent.credential(),
                        agent.createdAt());

        AssignmentChange change =
                AssignmentDecider.decide(snapshot, labelled, Optional.empty(), NEVER).change();

        assertThat(change.fleet()).hasValue("f");
        assertThat(change.labels()).isEqualTo(Map.of("tier", "edge", "x", "y"));
    }

    @Test
    void componentsOfTheAgentAreChecked() {
        ComponentSet none = new ComponentSet(Map.of("receivers", List.of("otlp")));

        AssignmentChange change =
                AssignmentDecider.decide(
                                SNAPSHOT,
                                TestAgents.linux(1, TestAgents.NONE),
                                Optional.of(none),
                                NEVER)
                        .change();

        assertThat(change.error()).startsWith("unknown_component: ");
        assertThat(change.desired()).isEmpty();
    }

    @Test
    void bridgeIsAMemberButLockedWithoutTheOptIn() {
        Assignment before =
                TestAgents.assignment(Optional.of("f"), Optional.of(OLD), Optional.of(OLD));

        AssignmentDecider.Decision decision =
                decideBridge("standalone", "", before, new ImmediateAdmission());

        assertThat(decision.result()).isEqualTo(AssignmentDecider.Result.BRIDGE_LOCKED);
        AssignmentChange change = decision.change();
        assertThat(change.fleet()).hasValue("f");
        assertThat(change.assigned()).isEmpty();
        assertThat(change.desired()).isEmpty();
        assertThat(change.targetVersion()).isEmpty();
        assertThat(change.error()).contains("spec.bridge.manage");
    }

    @Test
    void standaloneBridgeIsConfiguredWithTheOptInButHasNoTargetVersion() {
        AssignmentChange change =
                bridge("standalone", "bridge: {manage: true}", TestAgents.NONE, NEVER);

        assertThat(change.desired()).isPresent();
        assertThat(change.targetVersion()).isEmpty();
        assertThat(change.error()).isEmpty();
        assertThat(bridge("operator", "bridge: {manage: true}", TestAgents.NONE, NEVER).desired())
                .isEmpty();
    }

    private static AssignmentChange bridge(
            String mode, String more, Assignment before, ChangeAdmission admission) {
        return decideBridge(mode, more, before, admission).change();
    }

    private static AssignmentDecider.Decision decideBridge(
            String mode, String more, Assignment before, ChangeAdmission admission) {
        Snapshot snapshot =
                BASE.object(
                                "Fleet",
                                "f",
                                "selector: {}\nblueprint: b\ncollector: {version: 0.149.0}\n"
                                        + more)
                        .snapshot();
        Agent agent =
                TestAgents.agent(
                        1, AgentKind.BRIDGE, Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, mode), before);
        return AssignmentDecider.decide(snapshot, agent, Optional.empty(), admission);
    }

    @Test
    void settingsAreCheckedForTheReleaseOfTheAgentAndWarningsDoNotBlock() {
        String config =
                """
                receivers: {fluentforward: {endpont: x}}
                exporters: {nop: {}}
                service: {pipelines: {%s: {receivers: [fluentforward], exporters: [nop]}}}
                """;

        AssignmentChange misspelt = decide(config.formatted("logs"), "0.149.0");
        assertThat(misspelt.error()).isEmpty();
        assertThat(misspelt.desired()).isPresent();
        AssignmentChange wrongSignal = decide(config.formatted("traces"), "0.149.0");
        assertThat(wrongSignal.error()).startsWith("unsupported_signal: ");
        assertThat(wrongSignal.desired()).isEmpty();
        assertThat(decide(config.formatted("traces"), "0.152.0").error()).isEmpty();
        assertThat(decide(config.formatted("traces"), "1.4.0").error()).isEmpty();
    }

    private static AssignmentChange decide(String config, String version) {
        Snapshot snapshot =
                TestRepository.empty()
                        .blueprint("b", config)
                        .object("Fleet", "f", LINUX + "blueprint: b")
                        .snapshot();
        Agent agent =
                TestAgents.agent(
                        1,
                        AgentKind.COLLECTOR,
                        Map.of("os.type", "linux", "service.version", version),
                        TestAgents.NONE);
        return AssignmentDecider.decide(snapshot, agent, Optional.empty(), NEVER).change();
    }

    private static AssignmentDecider.Decision decide(
            Snapshot snapshot, Assignment before, ChangeAdmission admission) {
        return AssignmentDecider.decide(
                snapshot, TestAgents.linux(1, before), Optional.empty(), admission);
    }
}
