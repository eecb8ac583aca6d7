package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.TestRepository;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Problems of single documents: code, place and what the message tells. */
final class RepositoryParserTest {
    @Test
    void syntaxErrorIsToldWithItsPlace() {
        List<Issue> issues = issues("kind: [\n");

        assertThat(issues)
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.code()).isEqualTo("yaml_syntax");
                    assertThat(issue.file()).isEqualTo("a.yaml");
                    assertThat(issue.line()).isPositive();
                });
    }

    @Test
    void brokenFileDoesNotHideTheOthers() {
        List<Issue> issues =
                TestRepository.empty().file("a.yaml", "[").file("b.yaml", "]").issues();

        assertThat(issues).extracting(Issue::file).containsExactly("a.yaml", "b.yaml");
    }

    @Test
    void emptyDocumentsAreNothing() {
        assertThat(issues("# only a comment\n---\n---\n")).isEmpty();
    }

    @Test
    void documentMustBeAnObjectOfThisFormat() {
        assertThat(places(issues("- a\n"))).containsExactly("invalid_field 1:1 ");
        assertThat(places(issues("apiVersion: v1\nkind: Fleet\n")))
                .containsExactly("invalid_field 1:13 apiVersion");
        assertThat(issues("apiVersion: myriarch.dev/v1alpha1\nkind: Flet\n"))
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.path()).isEqualTo("kind");
                    assertThat(issue.message()).contains("did you mean Fleet?");
                });
    }

    @Test
    void unknownFieldIsToldWithTheNearestOne() {
        List<Issue> issues = fleet("blueprint: b\nprioritty: 3\n");

        assertThat(places(issues)).containsExactly("unknown_field 7:3 spec.prioritty");
        assertThat(issues.getFirst().message()).contains("did you mean priority?");
        assertThat(issues.getFirst().object()).isEqualTo("Fleet/f");
    }

    @Test
    void unknownFieldWithoutANearOneIsToldWithAll() {
        List<Issue> issues = fleet("blueprint: b\nbridge: {something: 1}\n");

        assertThat(places(issues)).containsExactly("unknown_field 7:12 spec.bridge.something");
        assertThat(issues.getFirst().message()).contains("there are manage");
    }

    @Test
    void freeFormAreasAcceptEverything() {
        TestRepository repository =
                TestRepository.empty()
                        .object("Executor", "e", awx("extraVars: {any: {thing: [1]}}"))
                        .blueprint("b", TestRepository.MINIMAL_CONFIG)
                        .object(
                                "Fleet",
                                "f",
                                """
                                blueprint: b
                                selector: {matchAttributes: {os.type: linux}}
                                update: {params: {any: {thing: [1]}}}
                                """)
                        .object("Inventory", "i", "entries: [{name: e, parameters: {any: 1}}]");

        assertThat(repository.issues()).isEmpty();
    }

    @Test
    void requiredFieldMustBeThere() {
        assertThat(places(fleet("priority: 1\n")))
                .containsExactly("invalid_field 6:3 spec.blueprint");
        assertThat(places(fleet("blueprint:\n")))
                .containsExactly("invalid_field 6:3 spec.blueprint");
    }

    @Test
    void fieldsHaveTheirType() {
        assertThat(places(fleet("blueprint: [b]\n")))
                .containsExactly("invalid_field 6:14 spec.blueprint");
        assertThat(places(fleet("blueprint: b\npriority: high\n")))
                .containsExactly("invalid_field 7:13 spec.priority");
        assertThat(places(fleet("blueprint: b\npriority: 9999999\n")))
                .containsExactly("invalid_field 7:13 spec.priority");
        assertThat(places(fleet("blueprint: b\nbridge: {manage: \"yes\"}\n")))
                .containsExactly("invalid_field 7:20 spec.bridge.manage");
        assertThat(places(fleet("blueprint: b\nupdate: {executor: ansible}\n")))
                .containsExactly("invalid_field 7:22 spec.update.executor");
        assertThat(places(policy("healthWait: soon\n")))
                .containsExactly("invalid_field 6:15 spec.healthWait");
        assertThat(places(policy("healthWait: -1s\n")))
                .containsExactly("invalid_field 6:15 spec.healthWait");
        assertThat(places(policy("applyTimeout: 0s\n")))
                .containsExactly("invalid_field 6:17 spec.applyTimeout");
        assertThat(policy("healthWait: 0\n")).isEmpty();
    }

    @Test
    void textThatYamlReadsAsAnotherTypeMustBeQuoted() {
        List<Issue> issues =
                fleet("blueprint: b\nselector: {matchAttributes: {a: 1, b: true, c: \"1\"}}\n");

        assertThat(places(issues))
                .containsExactly(
                        "invalid_field 7:35 spec.selector.matchAttributes.a",
                        "invalid_field 7:41 spec.selector.matchAttributes.b");
        assertThat(issues.getFirst().message()).contains("quotes");
    }

    @Test
    void namesAreDnsLabels() {
        for (String name : List.of("a", "a-b", "0a", "x".repeat(63))) {
            assertThat(named(name)).as(name).isEmpty();
        }
        for (String name : List.of("A", "-a", "a-", "a.b", "a_b", "x".repeat(64))) {
            assertThat(places(named(name)))
                    .as(name)
                    .containsExactly("invalid_name 4:9 metadata.name");
        }
    }

    @Test
    void labelsAreShortAndPlain() {
        String text =
                """
                apiVersion: myriarch.dev/v1alpha1
                kind: RolloutPolicy
                metadata: {name: p, labels: {a: b c, "d e": f, ok.x_y-z/1: v}}
                spec: {}
                """;

        assertThat(places(issues(text)))
                .containsExactly(
                        "invalid_field 3:33 metadata.labels.a",
                        "invalid_field 3:38 metadata.labels.d e");
    }

    @Test
    void objectsAreUniquePerKind() {
        TestRepository repository =
                TestRepository.empty()
                        .object("RolloutPolicy", "p", "{}")
                        .object("Inventory", "p", "{}")
                        .file("z.yaml", document("RolloutPolicy", "p"));

        List<Issue> issues = repository.issues();

        assertThat(issues)
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.code()).isEqualTo("duplicate_object");
                    assertThat(issue.file()).isEqualTo("z.yaml");
                    assertThat(issue.message()).contains("RolloutPolicy-p.yaml, line 1");
                });
    }

    @Test
    void sampleAgentsLiveInTheirFolderAndNothingElseDoes() {
        assertThat(issues(document("SampleAgent", "s")))
                .extracting(Issue::code)
                .containsExactly("invalid_field");
        assertThat(
                        TestRepository.empty()
                                .file("samples/agents/p.yaml", document("RolloutPolicy", "s"))
                                .issues())
                .extracting(Issue::code)
                .containsExactly("invalid_field");
    }

    @Test
    void selectorsAreChecked() {
        assertThat(selector("{key: a, operator: In}"))
                .containsExactly("invalid_field 7:33 spec.selector.matchExpressions[0].values");
        assertThat(selector("{key: a, operator: Exists, values: [b]}"))
                .containsExactly("invalid_field 7:68 spec.selector.matchExpressions[0].values");
        assertThat(selector("{key: a, operator: Glob, values: [\"[\"]}"))
                .containsExactly("invalid_field 7:66 spec.selector.matchExpressions[0].values");
        assertThat(selector("{key: a, operator: Like, values: [b]}"))
                .containsExactly("invalid_field 7:52 spec.selector.matchExpressions[0].operator");
        assertThat(selector("{operator: Exists}"))
                .containsExactly("invalid_field 7:33 spec.selector.matchExpressions[0].key");
    }

    private static List<String> selector(String condition) {
        return places(fleet("blueprint: b\nselector: {matchExpressions: [" + condition + "]}\n"));
    }

    @Test
    void wavesHaveASelectorOrAGrowingPercent() {
        assertThat(policy("waves: [{name: a, percent: 10}, {name: b, percent: 100}]\n")).isEmpty();
        assertThat(policy("waves: [{name: a, selector: {}}, {name: b, percent: 1}]\n")).isEmpty();
        assertThat(places(policy("waves: [{name: a}]\n")))
                .containsExactly("wave_invalid 6:11 spec.waves[0]");
        assertThat(places(policy("waves: [{name: a, percent: 5, selector: {}}]\n")))
                .containsExactly("wave_invalid 6:11 spec.waves[0]");
        assertThat(places(policy("waves: [{name: a, percent: 0}]\n")))
                .containsExactly("wave_invalid 6:30 spec.waves[0].percent");
        assertThat(places(policy("waves: [{name: a, percent: 101}]\n")))
                .containsExactly("wave_invalid 6:30 spec.waves[0].percent");
        assertThat(places(policy("waves: [{name: a, percent: 5}, {name: b, percent: 5}]\n")))
                .containsExactly("wave_invalid 6:53 spec.waves[1].percent");
        assertThat(places(policy("waves: [{name: a, percent: 5}, {name: a, percent: 6}]\n")))
                .containsExactly("wave_invalid 6:41 spec.waves[1].name");
    }

    @Test
    void windowsHaveTimesDaysAndZones() {
        assertThat(window("{days: [mon, sun], start: \"22:00\", end: \"04:00\", timezone: agent}"))
                .isEmpty();
        assertThat(window("{start: \"00:00\", end: \"00:00\", timezone: Europe/Berlin}")).isEmpty();
        assertThat(window("{start: \"24:00\", end: \"04:00\"}"))
                .containsExactly("window_invalid spec.maintenanceWindows[0].start");
        assertThat(window("{start: \"22:00\", end: \"4:00\"}"))
                .containsExactly("window_invalid spec.maintenanceWindows[0].end");
        assertThat(window("{days: [monday], start: \"22:00\", end: \"04:00\"}"))
                .containsExactly("window_invalid spec.maintenanceWindows[0].days[0]");
        assertThat(window("{start: \"22:00\", end: \"04:00\", timezone: \"+02:00\"}"))
                .containsExactly("window_invalid spec.maintenanceWindows[0].timezone");
        assertThat(places(policy("defaultTimezone: Berlin\n")))
                .containsExactly("policy_invalid 6:20 spec.defaultTimezone");
    }

    private static List<String> window(String window) {
        return policy("maintenanceWindows: [" + window + "]\n").stream()
                .map(issue -> issue.code() + " " + issue.path())
                .toList();
    }

    @Test
    void policyHasTheDefaultsOfTheSpecification() {
        RolloutPolicy policy =
                TestRepository.empty()
                        .object("RolloutPolicy", "p", "{}")
                        .snapshot()
                        .policy("p")
                        .orElseThrow();

        assertThat(policy.timing().healthWait()).hasSeconds(60);
        assertThat(policy.timing().applyTimeout()).isEmpty();
        assertThat(policy.timing().offlineGracePeriod()).hasMinutes(15);
        assertThat(policy.maxConcurrent()).isZero();
        assertThat(policy.onFailure()).isEqualTo(RolloutPolicy.OnFailure.PAUSE);
        assertThat(policy.windows().timezoneAttribute()).isEqualTo("site.timezone");
        assertThat(policy.waves()).isEmpty();
    }

    @Test
    void executorsNameWhereTheirSecretIs() {
        assertThat(executor(webhook("secretEnv: HOOK_SECRET"))).isEmpty();
        assertThat(executor(webhook("secretFile: /run/secret"))).isEmpty();
        assertThat(executor(awx("tokenEnv: AWX"))).isEmpty();
        assertThat(executor(webhook("batchSize: 5")))
                .containsExactly("executor_invalid spec.webhook.secretEnv");
        assertThat(executor(webhook("secretFile: /x, secretEnv: X")))
                .containsExactly("executor_invalid spec.webhook.secretFile");
        assertThat(executor(webhook("secretEnv: \"s3cr3t-value!\"")))
                .containsExactly("executor_invalid spec.webhook.secretEnv");
        assertThat(executor("type: awx\nwebhook: {url: https://x.example, secretEnv: X}\n"))
                .containsExactlyInAnyOrder(
                        "executor_invalid spec.webhook", "executor_invalid spec.type");
        assertThat(executor(webhook("secretEnv: X").replace("https://hook", "ftp://hook")))
                .containsExactly("executor_invalid spec.webhook.url");
        assertThat(executor(webhook("secretEnv: X").replace("https://hook", "https://a:b@hook")))
                .containsExactly("executor_invalid spec.webhook.url");
    }

    private static String webhook(String more) {
        return "type: webhook\nwebhook: {url: https://hook.example/x, %s}\n".formatted(more);
    }

    private static String awx(String more) {
        String token = more.contains("token") ? "" : "tokenEnv: AWX, ";
        return "type: awx\nawx: {url: https://awx.example, jobTemplateId: 7, %s%s}\n"
                .formatted(token, more);
    }

    private static List<String> executor(String spec) {
        return TestRepository.empty().object("Executor", "e", spec).issues().stream()
                .map(issue -> issue.code() + " " + issue.path())
                .toList();
    }

    @Test
    void blueprintsAreChecked() {
        assertThat(blueprint("parameters: [{name: 1x, type: int}]"))
                .containsExactly("invalid_name spec.parameters[0].name");
        assertThat(blueprint("parameters: [{name: x, type: int}, {name: x, type: int}]"))
                .containsExactly("invalid_field spec.parameters[1].name");
        assertThat(blueprint("parameters: [{name: x, type: text}]"))
                .containsExactly("invalid_field spec.parameters[0].type");
        assertThat(blueprint("parameters: [{name: x, type: int, pattern: a}]"))
                .containsExactly("invalid_field spec.parameters[0].pattern");
        assertThat(blueprint("parameters: [{name: x, type: string, pattern: \"(?=a)\"}]"))
                .containsExactly("invalid_field spec.parameters[0].pattern");
        assertThat(blueprint("parameters: [{name: x, type: string, min: 1}]"))
                .containsExactly("invalid_field spec.parameters[0].min");
        assertThat(blueprint("parameters: [{name: x, type: int, default: a}]"))
                .containsExactly("invalid_parameter_value spec.parameters[0].default");
        assertThat(blueprint("fragments: [{name: a}, {name: a}]"))
                .containsExactly("invalid_field spec.fragments[1].name");
        assertThat(blueprint("fragments: [{name: a, when: \"true\"}]"))
                .containsExactly("when_not_bool spec.fragments[0].when");
        assertThat(blueprint("fragments: [{name: a, when: \"[[ true\"}]"))
                .containsExactly("template_error spec.fragments[0].when");
        assertThat(blueprint("remove: [\"a::[[ .params.x ]]\"]"))
                .containsExactly("invalid_field spec.remove[0]");
        assertThat(blueprint("config: {a: \"[[ nosuchfunction ]]\"}"))
                .containsExactly("template_error spec.config.a");
        assertThat(blueprint("config: {a::b: 1}"))
                .containsExactly("invalid_config_key spec.config.a::b");
        assertThat(blueprint("config: {a: [[ .params.x ]]}"))
                .containsExactly("unquoted_template spec.config.a");
        assertThat(blueprint("config: {a: [[ 1 ]], b: [[ x, y ]], c: [[\"x\"]]}")).isEmpty();
    }

    private static List<String> blueprint(String spec) {
        return TestRepository.empty().object("Blueprint", "b", spec).issues().stream()
                .map(issue -> issue.code() + " " + issue.path())
                .toList();
    }

    @Test
    void timeBudgetEndsTheReading() {
        List<Issue> issues =
                SnapshotValidator.validate(
                                "r",
                                TestRepository.empty().object("RolloutPolicy", "p", "{}").files(),
                                List.of(),
                                () -> true)
                        .issues();

        assertThat(issues).extracting(Issue::code).containsExactly("time_budget_exceeded");
    }

    private static String document(String kind, String name) {
        return """
        apiVersion: myriarch.dev/v1alpha1
        kind: %s
        metadata: {name: %s}
        spec: {}
        """
                .formatted(kind, name);
    }

    private static List<Issue> issues(String text) {
        return TestRepository.empty().file("a.yaml", text).issues();
    }

    /** The blueprint b exists. */
    private static List<Issue> fleet(String spec) {
        return TestRepository.empty()
                .object("Blueprint", "b", "{}")
                .object("Fleet", "f", spec)
                .issues()
                .stream()
                .filter(issue -> !issue.code().equals("bridge_selected"))
                .toList();
    }

    private static List<Issue> policy(String spec) {
        return TestRepository.empty().object("RolloutPolicy", "p", spec).issues();
    }

    private static List<Issue> named(String name) {
        return TestRepository.empty().object("RolloutPolicy", name, "{}").issues();
    }

    private static List<String> places(List<Issue> issues) {
        return issues.stream()
                .map(issue ->
                        "%s %d:%d %s"
                                .formatted(
                                        issue.code(), issue.line(), issue.column(), issue.path()))
                .toList();
    }
}
