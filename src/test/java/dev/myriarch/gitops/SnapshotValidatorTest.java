package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.TestRepository;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Problems between objects, and of what they render. */
final class SnapshotValidatorTest {
    private static final String LINUX = "selector: {matchAttributes: {os.type: linux}}\n";
    private static final TestRepository BASE =
            TestRepository.empty().blueprint("b", TestRepository.MINIMAL_CONFIG);

    @Test
    void referencesMustLeadSomewhere() {
        assertThat(fleet("blueprint: none\n"))
                .containsExactly("blueprint_not_found spec.blueprint");
        assertThat(fleet("blueprint: b\nrollout: {configPolicy: p, versionPolicy: default}\n"))
                .containsExactly("policy_not_found spec.rollout.configPolicy");
        assertThat(fleet("blueprint: b\nupdate: {executor: webhook, executorRef: e}\n"))
                .contains("executor_not_found spec.update.executorRef");
        assertThat(fleet("blueprint: b\nupdate: {executor: webhook}\n"))
                .contains("executor_not_found spec.update.executor");
        assertThat(
                        codes(
                                BASE.object(
                                                "Executor",
                                                "e",
                                                "type: webhook\n"
                                                        + "webhook: {url: https://a.example,"
                                                        + " secretEnv: X}")
                                        .object(
                                                "Fleet",
                                                "f",
                                                LINUX
                                                        + "blueprint: b\n"
                                                        + "collector: {version: 0.149.0}\n"
                                                        + "update: {executor: awx,"
                                                        + " executorRef: e}")))
                .containsExactly("executor_invalid spec.update.executorRef");
        assertThat(codes(BASE.object("Blueprint", "c", "extends: none")))
                .containsExactly("blueprint_not_found spec.extends");
    }

    @Test
    void blueprintMustNotExtendItself() {
        TestRepository repository =
                TestRepository.empty()
                        .object("Blueprint", "a", "extends: b")
                        .object("Blueprint", "b", "extends: a")
                        .object("Blueprint", "c", "extends: a");

        assertThat(repository.issues())
                .extracting(issue -> issue.code() + " " + issue.object())
                .containsExactly("extends_cycle Blueprint/a", "extends_cycle Blueprint/b");
    }

    @Test
    void fleetMaySetOnlyDeclaredParametersWithFittingValues() {
        TestRepository repository =
                TestRepository.empty()
                        .object(
                                "Blueprint",
                                "b",
                                "parameters: [{name: x, type: int}]\nconfig:\n"
                                        + TestRepository.MINIMAL_CONFIG.indent(2));

        assertThat(
                        codes(
                                repository.object(
                                        "Fleet", "f", LINUX + "blueprint: b\nparameters: {y: 1}")))
                .containsExactly("unknown_parameter spec.parameters.y");
        assertThat(
                        codes(
                                repository.object(
                                        "Fleet",
                                        "f",
                                        LINUX + "blueprint: b\nparameters: {x: one}")))
                .containsExactly("invalid_parameter_value spec.parameters.x");
    }

    @Test
    void templateThatNamesAnUndeclaredParameterIsFoundWithoutAnySample() {
        TestRepository repository =
                TestRepository.empty()
                        .object(
                                "Blueprint",
                                "b",
                                """
                                config:
                                  receivers: {nop: {}}
                                  exporters: {nop: {}}
                                  service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
                                fragments:
                                  - name: rare
                                    when: '[[ hasAttr "rare" ]]'
                                    config: {exporters: {nop: {v: "[[ .params.gone ]]"}}}
                                """);

        assertThat(codes(repository)).isEmpty();
        assertThat(codes(repository.object("Fleet", "f", LINUX + "blueprint: b")))
                .containsExactly("template_error spec.fragments[0].config.exporters.nop.v");
    }

    @Test
    void selectionIsAFrameAroundTheTarget() {
        assertThat(selection("updater", "0.161.0", "enabled: true, versionRange: \">=0.161.0\""))
                .isEmpty();
        assertThat(selection("updater", "0.161.0", "enabled: true, versions: [0.161.0, 0.162.0]"))
                .isEmpty();
        assertThat(selection("updater", "0.161.0", "enabled: true"))
                .containsExactly("selection_invalid enabled");
        assertThat(
                        selection(
                                "updater",
                                "0.161.0",
                                "enabled: true, versionRange: \">0\", versions: [0.161.0]"))
                .containsExactly("selection_invalid versions");
        assertThat(selection("updater", "0.161.0", "enabled: true, versionRange: \">=x.y.z!\""))
                .containsExactly("selection_invalid versionRange");
        assertThat(selection("updater", "0.161.0", "enabled: true, versions: [v0.161.0]"))
                .containsExactly("selection_invalid versions[0]");
        assertThat(selection("updater", "0.161.0", "enabled: true, versions: [0.161.0, 0.161.0]"))
                .containsExactly("selection_invalid versions[1]");
        assertThat(selection("none", "0.161.0", "enabled: true, versions: [0.161.0]"))
                .containsExactly("selection_invalid enabled");
        assertThat(selection("updater", "0.160.0", "enabled: true, versionRange: \">=0.161.0\""))
                .containsExactly("selection_invalid enabled");
        assertThat(
                        selection(
                                "updater",
                                "0.161.0",
                                "enabled: true, versions: [0.161.0], rolloutPolicy: p"))
                .containsExactly("policy_not_found rolloutPolicy");
        assertThat(selection("updater", "0.161.0", "versions: [0.161.0]"))
                .containsExactly("selection_invalid enabled");
        assertThat(selection("updater", "0.161.0", "versionrange: \">0\""))
                .containsExactly("unknown_field versionrange");
    }

    private static List<String> selection(String executor, String version, String selection) {
        TestRepository repository =
                BASE.object(
                        "Fleet",
                        "f",
                        LINUX
                                + """
                                blueprint: b
                                collector: {version: %s}
                                update: {executor: %s, selection: {%s}}
                                """
                                        .formatted(version, executor, selection));
        return codes(repository).stream()
                .map(code -> code.replace("spec.update.selection.", ""))
                .toList();
    }

    @Test
    void versionIsStrict() {
        assertThat(fleet("blueprint: b\ncollector: {version: v0.162.0}\n"))
                .containsExactly("invalid_field spec.collector.version");
        assertThat(fleet("blueprint: b\ncollector: {version: \"0.162\"}\n"))
                .containsExactly("invalid_field spec.collector.version");
        assertThat(fleet("blueprint: b\ncollector: {version: \"\"}\n")).isEmpty();
    }

    @Test
    void executorWithoutAVersionIsRemarkable() {
        assertThat(
                        BASE.object(
                                        "Fleet",
                                        "f",
                                        LINUX + "blueprint: b\nupdate: {executor: updater}\n")
                                .validate()
                                .snapshot())
                .isPresent();
        assertThat(fleet("blueprint: b\nupdate: {executor: updater}\n"))
                .containsExactly("invalid_field spec.update.executor");
        assertThat(
                        fleet(
                                "blueprint: b\nupdate: {executor: updater, selection: {enabled:"
                                        + " true, versions: [0.161.0]}}\n"))
                .isEmpty();
    }

    @Test
    void everyMatchingFleetIsRenderedForEachSample() {
        TestRepository repository =
                TestRepository.empty()
                        .blueprint("good", TestRepository.MINIMAL_CONFIG)
                        .blueprint("bad", "receivers: {nop: {}}\n")
                        .object("Fleet", "f", LINUX + "blueprint: good\npriority: 2")
                        .object("Fleet", "g", LINUX + "blueprint: bad\npriority: 1");

        assertThat(repository.validate().snapshot()).isPresent();
        SnapshotValidator.Result withSample =
                repository.object("SampleAgent", "s", "attributes: {os.type: linux}").validate();

        assertThat(withSample.snapshot()).isEmpty();
        assertThat(withSample.issues())
                .anySatisfy(issue -> {
                    assertThat(issue.code()).isEqualTo("invalid_pipeline");
                    assertThat(issue.message()).contains("(sample agent s in fleet g)");
                });
    }

    @Test
    void sameProblemOfManySamplesIsToldOnce() {
        TestRepository repository =
                TestRepository.empty()
                        .blueprint("b", TestRepository.MINIMAL_CONFIG + "extensions: {pprof: {}}\n")
                        .object("Fleet", "f", LINUX + "blueprint: b")
                        .object("SampleAgent", "s", "attributes: {os.type: linux}")
                        .object("SampleAgent", "t", "attributes: {os.type: linux}");

        assertThat(repository.issues()).extracting(Issue::code).containsExactly("unused_component");
    }

    @Test
    void componentsOfASampleAreChecked() {
        TestRepository repository =
                BASE.object("Fleet", "f", LINUX + "blueprint: b")
                        .object(
                                "SampleAgent",
                                "s",
                                "attributes: {os.type: linux}\n"
                                        + "components: {receiver: [otlp], exporter: [nop]}");

        assertThat(codes(repository))
                .containsExactly("unknown_component spec.config.receivers.nop");
    }

    @Test
    void ambiguousAndUnassignedSamplesAreWarnedOf() {
        SnapshotValidator.Result result =
                BASE.object("Fleet", "g", LINUX + "blueprint: b\npriority: 5")
                        .object("Fleet", "f", LINUX + "blueprint: b\npriority: 5")
                        .object("SampleAgent", "s", "attributes: {os.type: linux}")
                        .object("SampleAgent", "t", "attributes: {os.type: plan9}")
                        .validate();

        assertThat(result.snapshot()).isPresent();
        assertThat(result.issues())
                .filteredOn(issue -> issue.severity() == Issue.Severity.WARNING)
                .extracting(issue -> issue.code() + " " + issue.object() + " " + issue.message())
                .containsExactly(
                        "fleet_ambiguous SampleAgent/s ambiguous: fleets f, g have equal priority 5",
                        "sample_unassigned SampleAgent/t no fleet takes this agent");
    }

    @Test
    void inventoryLabelsAreSeenBySelectors() {
        TestRepository repository =
                BASE.object(
                                "Fleet",
                                "f",
                                "selector: {matchAttributes: {labels.tier: edge}}\nblueprint: b")
                        .object(
                                "Inventory",
                                "i",
                                """
                                entries:
                                  - name: all
                                    selector: {matchAttributes: {os.type: linux}}
                                    labels: {tier: core}
                                  - name: edge
                                    selector: {matchAttributes: {site: edge}}
                                    labels: {tier: edge}
                                """)
                        .object("SampleAgent", "s", "attributes: {os.type: linux, site: edge}");

        assertThat(repository.issues()).isEmpty();
    }

    @Test
    void selectorThatTakesABridgeIsWarnedOf() {
        assertThat(bridge("{}", "")).containsExactly("bridge_selected spec.selector");
        assertThat(bridge("{matchExpressions: [{key: x, operator: NotIn, values: [y]}]}", ""))
                .containsExactly("bridge_selected spec.selector");
        assertThat(bridge("{matchAttributes: {os.type: linux}}", "")).isEmpty();
        assertThat(bridge("{}", "bridge: {manage: true}")).isEmpty();
        assertThat(
                        codes(
                                BASE.object("Fleet", "f", LINUX + "blueprint: b")
                                        .object(
                                                "SampleAgent",
                                                "s",
                                                "attributes: {os.type: linux,"
                                                        + " opentelemetry.io/opamp.bridge.mode:"
                                                        + " operator}")))
                .containsExactly("bridge_selected spec.selector");
    }

    private static List<String> bridge(String selector, String more) {
        return codes(
                BASE.object(
                        "Fleet", "f", "blueprint: b\nselector: %s\n%s".formatted(selector, more)));
    }

    @Test
    void objectsAreInTheSnapshotWithTheirPlace() {
        Snapshot snapshot = BASE.object("Fleet", "f", LINUX + "blueprint: b").snapshot();

        Fleet fleet = snapshot.fleet("f").orElseThrow();

        assertThat(fleet.displayName()).isEqualTo("f");
        assertThat(fleet.collector().distribution()).isEqualTo("otelcol-contrib");
        assertThat(fleet.meta().key()).isEqualTo("Fleet/f");
        assertThat(fleet.meta().origin().file()).isEqualTo("Fleet-f.yaml");
        assertThat(fleet.meta().at("spec.blueprint").line()).isEqualTo(7);
        assertThat(fleet.meta().at("spec.rollout.configPolicy").line()).isEqualTo(6);
    }

    private static List<String> fleet(String spec) {
        return codes(BASE.object("Fleet", "f", LINUX + spec));
    }

    private static List<String> codes(TestRepository repository) {
        return repository.issues().stream()
                .map(issue -> issue.code() + " " + issue.path())
                .toList();
    }

    /**
     * One look at the clock for each file, fleet, sample and rendering, and before each template.
     */
    @Test
    void timeBudgetIsAskedBetweenTheTemplatesOfOneRendering() {
        TestRepository repository =
                TestRepository.empty()
                        .blueprint(
                                "b",
                                """
                                receivers: {nop: {"k[[ 0 ]]": "[[ 1 ]]", b: "[[ 2 ]]"}}
                                exporters: {nop: {}}
                                service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
                                """)
                        .object("Fleet", "f", "blueprint: b\nselector: {}")
                        .object("SampleAgent", "s", "attributes: {os.type: linux}");
        AtomicInteger looks = new AtomicInteger();
        SnapshotValidator.validate(
                "r",
                repository.files(),
                List.of(),
                () -> {
                    looks.incrementAndGet();
                    return false;
                });

        // Each look may be the one at which the time is over, and each of them ends the check.
        for (int end = 1; end <= looks.get(); end++) {
            AtomicInteger left = new AtomicInteger(end);
            SnapshotValidator.Result result =
                    SnapshotValidator.validate(
                            "r", repository.files(), List.of(), () -> left.decrementAndGet() <= 0);
            assertThat(result.snapshot()).as("look %d", end).isEmpty();
            assertThat(result.issues())
                    .as("look %d", end)
                    .extracting(Issue::code)
                    .contains("time_budget_exceeded");
        }
        // Three files, a fleet twice, a sample, its rendering, three templates.
        assertThat(looks).hasValue(10);
    }
}
