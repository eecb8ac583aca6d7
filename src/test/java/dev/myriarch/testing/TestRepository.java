package dev.myriarch.testing;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.gitops.SnapshotValidator;
import dev.myriarch.gitops.TimeBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A repository in memory. Immutable: each step gives a new one. */
public record TestRepository(List<RepositoryFile> files) {
    /** The smallest configuration that is valid. */
    public static final String MINIMAL_CONFIG =
            """
            receivers: {nop: {}}
            exporters: {nop: {}}
            service: {pipelines: {logs: {receivers: [nop], exporters: [nop]}}}
            """;

    public TestRepository {
        files = List.copyOf(files);
    }

    public static TestRepository empty() {
        return new TestRepository(List.of());
    }

    /** With a file of these YAML documents. */
    public TestRepository file(String path, String text) {
        List<RepositoryFile> more = new ArrayList<>(files);
        more.add(new RepositoryFile(path, text.getBytes(StandardCharsets.UTF_8)));
        return new TestRepository(more);
    }

    /** With an object in a file of its own, {@code <kind>-<name>.yaml}. */
    public TestRepository object(String kind, String name, String spec) {
        String folder = kind.equals("SampleAgent") ? "samples/agents/" : "";
        return file(
                "%s%s-%s.yaml".formatted(folder, kind, name),
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

    /** With a blueprint that has only this configuration. */
    public TestRepository blueprint(String name, String config) {
        return object("Blueprint", name, "config:\n" + config.indent(2));
    }

    public SnapshotValidator.Result validate() {
        return SnapshotValidator.validate("test", files, List.of(), TimeBudget.UNLIMITED);
    }

    /** The snapshot; a test that asks for it has a valid repository. */
    public Snapshot snapshot() {
        return snapshot("test");
    }

    public Snapshot snapshot(String revision) {
        SnapshotValidator.Result result =
                SnapshotValidator.validate(revision, files, List.of(), TimeBudget.UNLIMITED);
        return result.snapshot()
                .orElseThrow(() -> new AssertionError("not valid: " + result.issues()));
    }

    /** Errors and warnings. */
    public List<Issue> issues() {
        return validate().issues().stream()
                .filter(each -> each.severity() != Issue.Severity.INFO)
                .toList();
    }

    /** What is not wrong, but told. */
    public List<Issue> remarks() {
        return validate().issues().stream()
                .filter(each -> each.severity() == Issue.Severity.INFO)
                .toList();
    }
}
