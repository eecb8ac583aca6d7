package dev.myriarch.gitops;

import dev.myriarch.testing.TestRepository;
import java.util.ArrayList;
import java.util.List;

/** Repositories with one mistake each, at least one for each field and code that it can raise. */
final class WrongObjects {
    private static final String SAMPLE =
            """
            attributes: {os.type: linux}
            collectorVersion: 0.161.0
            components: {receiver: [nop, otlp, filelog, file_log, statsd], exporter: [nop, otlp, otlp_grpc, debug]}
            """;
    private static final String LINUX = "selector: {matchAttributes: {os.type: linux}}\n";
    private static final String SERVICE =
            "service: {pipelines: {logs: {receivers: [%s], exporters: [%s]}}}\n";

    private WrongObjects() {}

    static List<TestRepository> all() {
        List<TestRepository> all = new ArrayList<>(fields());
        for (String config : configs()) {
            all.add(rendered("", config));
            all.add(renderedFragment(config));
        }
        return all;
    }

    private static List<TestRepository> fields() {
        return List.of(
                fleet("selector: {}\n"),
                fleet("parameters: {nosuch: 1}\n"),
                fleet("parameters: {word: 1}\n"),
                fleet("update: {executor: webhook}\n"),
                fleet("update: {executor: webhook, executorRef: none}\n"),
                fleet("update: {executor: webhook, executorRef: awx}\n")
                        .object("Executor", "awx", awx("tokenEnv: T")),
                fleet("rollout: {configPolicy: none, versionPolicy: none}\n"),
                selection("enabled: true"),
                selection("enabled: true, versionRange: \"=>>\""),
                selection("enabled: true, versions: [1]"),
                selection("enabled: true, versions: [v1.0.0]"),
                selection("enabled: true, versionRange: \">=1\", rolloutPolicy: none"),
                TestRepository.empty().object("Fleet", "f", LINUX + "blueprint: none\n"),
                blueprint("extends: none\n"),
                blueprint("extends: b\n"),
                blueprint("extends: base\nparameters: [{name: word, type: int}]\n")
                        .object("Blueprint", "base", "parameters: [{name: word, type: string}]\n"),
                rendered("parameters: [{name: must, type: int, required: true}]\n", config()),
                rendered("parameters: [{name: os, type: int, fromAttribute: os.type}]\n", config()),
                blueprint("parameters: [{name: x, type: int, default: text}]\n"),
                blueprint("fragments: [{name: a, when: \"no template\"}]\n"),
                blueprint("fragments: [{name: a, when: \"[[ nosuch ]]\"}]\n"),
                policy("waves: [{name: a}]\n"),
                policy("waves: [{name: a, percent: 1}, {name: a, percent: 2}]\n"),
                policy("waves: [{name: a, percent: 0}]\n"),
                policy("maintenanceWindows: [{days: [x], start: a, end: b, timezone: c}]\n"),
                policy("defaultTimezone: Nowhere\n"),
                executor("type: webhook\nawx: {url: u, jobTemplateId: 1}\n"),
                executor("type: awx\nwebhook: {url: u}\n"),
                executor(webhook("").replace("https:", "ftp:")),
                executor(webhook("secretEnv: A, secretFile: b")),
                executor(webhook("secretEnv: \"no variable\"")),
                executor(webhook("")),
                executor(awx("").replace("https:", "ftp:")),
                executor(awx("tokenEnv: A, tokenFile: b")),
                executor(awx("tokenEnv: \"no variable\"")),
                executor(awx("")),
                inventory("parameters: {nosuch: 1}"),
                inventory("parameters: {word: 1}"));
    }

    /** Mistakes in configurations, each in the layer itself and in a fragment. */
    private static List<String> configs() {
        return List.of(
                "receivers::x: {}\n" + config(),
                "receivers: [[ .params.x ]]\n",
                "receivers: {nop: {a: \"[[ nosuch ]]\"}}\n",
                "nosuch: {}\n" + config(),
                "receivers: {\"a b\": {}, nop: {}}\nexporters: {nop: {}}\n"
                        + SERVICE.formatted("nop", "nop"),
                "receivers: {nop: {}}\nexporters: {nop: {}}\nservice: {pipelines: {x: {}}}\n",
                config("nop", "debug"),
                "receivers: {nosuch: {}}\nexporters: {nop: {}}\n"
                        + SERVICE.formatted("nosuch", "nop"),
                "receivers: {filelog: {include: [a]}}\nexporters: {nop: {}}\n"
                        + SERVICE.formatted("filelog", "nop"),
                "receivers: {nop: {}, otlp: {}}\nexporters: {nop: {}}\n"
                        + SERVICE.formatted("nop", "nop"),
                "receivers: {nop: {}}\nexporters: {otlp_grpc: {endpoint: \"${nosuch:A}\"}}\n"
                        + SERVICE.formatted("nop", "otlp_grpc"),
                "receivers: {nop: {}}\nexporters: {nop: {a: %s}}\n".formatted("y".repeat(1_100_000))
                        + SERVICE.formatted("nop", "nop"),
                "receivers: {nop: {}}\nexporters: {otlp_grpc: {endpoint: a, endpiont: a}}\n"
                        + SERVICE.formatted("nop", "otlp_grpc"),
                "receivers: {nop: {}}\nexporters: {otlp_grpc: {endpoint: [a]}}\n"
                        + SERVICE.formatted("nop", "otlp_grpc"),
                "receivers: {statsd: {}}\nexporters: {nop: {}}\n"
                        + SERVICE.formatted("statsd", "nop"));
    }

    private static String config() {
        return config("nop", "nop");
    }

    private static String config(String receiver, String exporter) {
        return "receivers: {nop: {}}\nexporters: {nop: {}}\n"
                + SERVICE.formatted(receiver, exporter);
    }

    /** A fleet and a sample agent for a blueprint. */
    private static TestRepository rendered(String spec, String config) {
        return TestRepository.empty()
                .object("Blueprint", "b", spec + "config:\n" + config.indent(2))
                .object("Fleet", "f", LINUX + "blueprint: b\n")
                .object("SampleAgent", "s", SAMPLE);
    }

    /** The same with everything in a fragment. */
    private static TestRepository renderedFragment(String config) {
        return TestRepository.empty()
                .object(
                        "Blueprint",
                        "b",
                        "fragments:\n  - name: all\n    config:\n" + config.indent(6))
                .object("Fleet", "f", LINUX + "blueprint: b\n")
                .object("SampleAgent", "s", SAMPLE);
    }

    private static TestRepository blueprint(String spec) {
        return TestRepository.empty().object("Blueprint", "b", spec);
    }

    private static TestRepository fleet(String spec) {
        return TestRepository.empty()
                .object("Blueprint", "b", "parameters: [{name: word, type: string}]\n")
                .object(
                        "Fleet",
                        "f",
                        (spec.contains("selector") ? "" : LINUX) + "blueprint: b\n" + spec);
    }

    private static TestRepository selection(String fields) {
        return fleet("update: {executor: manual, selection: {%s}}\n".formatted(fields));
    }

    private static TestRepository policy(String spec) {
        return TestRepository.empty().object("RolloutPolicy", "p", spec);
    }

    private static TestRepository executor(String spec) {
        return TestRepository.empty().object("Executor", "e", spec);
    }

    private static String webhook(String more) {
        return "type: webhook\nwebhook: {url: \"https://hook.example\", %s}\n".formatted(more);
    }

    private static String awx(String more) {
        return "type: awx\nawx: {url: \"https://awx.example\", jobTemplateId: 7, %s}\n"
                .formatted(more);
    }

    private static TestRepository inventory(String fields) {
        return rendered("parameters: [{name: word, type: string}]\n", config())
                .object("Inventory", "i", "entries: [{name: all, %s}]\n".formatted(fields));
    }
}
