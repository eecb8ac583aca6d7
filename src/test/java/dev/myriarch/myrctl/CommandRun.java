package dev.myriarch.myrctl;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** One run of the command line in this process, and folders for it. */
record CommandRun(int exitCode, String out, String err) {
    /** Runs a command as if it had been started in {@code folder}. */
    static CommandRun in(Path folder, String... args) {
        return in(folder, Map.of(), args);
    }

    static CommandRun in(Path folder, Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                Myrctl.run(
                        new Surroundings(
                                new PrintWriter(out),
                                new PrintWriter(err),
                                folder.toAbsolutePath(),
                                environment),
                        args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Exit code and all output, for golden files. */
    String transcript() {
        return "exit code %d\n-- out\n%s-- err\n%s".formatted(exitCode, out, err);
    }

    static void write(Path folder, String file, String text) {
        try {
            Path target = folder.resolve(file);
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.writeString(target, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An object in a file of its own. */
    static void object(Path folder, String file, String kind, String name, String spec) {
        write(
                folder,
                file,
                """
                apiVersion: myriarch.dev/v1alpha1
                kind: %s
                metadata:
                  name: %s
                spec:
                %s
                """
                        .formatted(kind, name, spec.strip().indent(2).stripTrailing()));
    }

    /** A folder with problems of every sort in {@code config}. */
    static void broken(Path folder) {
        Path config = folder.resolve("config");
        object(
                config,
                "fleets/one.yaml",
                "Fleet",
                "one",
                """
                selector: {}
                blueprint: missing
                blueprnt: typo
                """);
        object(config, "fleets/two.yaml", "Fleet", "Two_Fleets", "blueprint: base\n");
        object(
                config,
                "blueprints/base.yaml",
                "Blueprint",
                "base",
                """
                config:
                  receivers:
                    otlp: {endpoint: [[ .params.x ]]}
                """);
        write(config, "tabs.yaml", "kind: Fleet\nspec:\n\tpriority: 1\n");
        object(
                config,
                "fleets/three.yaml",
                "Fleet",
                "three",
                """
                blueprint: base
                update:
                  selection: {enabled: false, versions: [0.149.0]}
                """);
        object(
                config,
                "samples/agents/a.yaml",
                "SampleAgent",
                "agent-a",
                "attributes: {os.type: linux}\n");
    }

    /** A folder that is valid with warnings. */
    static void warned(Path folder) {
        object(
                folder,
                "base.yaml",
                "Blueprint",
                "base",
                """
                config:
                  receivers: {nop: {}}
                  exporters: {nop: {}, debug: {}}
                  service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
                """);
        object(
                folder,
                "fleet.yaml",
                "Fleet",
                "linux",
                "selector: {matchAttributes: {os.type: linux}}\nblueprint: base\n");
        object(
                folder,
                "samples/agents/a.yaml",
                "SampleAgent",
                "agent-a",
                "attributes: {os.type: linux}\n");
        object(
                folder,
                "samples/agents/b.yaml",
                "SampleAgent",
                "agent-b",
                "attributes: {os.type: darwin}\n");
    }
}
