package dev.myriarch.opamp;

import dev.myriarch.agent.PackageReport;
import java.util.Map;
import java.util.Optional;

/** Decides what the statuses of packages change. */
final class PackageDecider {
    private PackageDecider() {}

    static void decide(DecisionDraft draft, PackageReport report) {
        KnownAgent.Contents contents = draft.agent().contents();
        Optional<PackageReport> stored = contents.packages();
        if (stored.filter(report::equals).isPresent()) {
            return;
        }
        draft.add(new Change.PutPackages(report));
        report.packages()
                .forEach((name, state) -> {
                    Optional<PackageReport.State> before =
                            stored.flatMap(all -> Optional.ofNullable(all.packages().get(name)));
                    if (before.filter(old -> old.status() == state.status()).isEmpty()) {
                        event(draft, name, state);
                    }
                });
        draft.contents(contents.withPackages(report));
    }

    private static void event(DecisionDraft draft, String name, PackageReport.State state) {
        String version =
                state.offeredVersion().isEmpty() ? state.version() : state.offeredVersion();
        draft.event(
                "package_status_changed",
                state.status() == PackageReport.Status.INSTALL_FAILED ? "error" : "info",
                "package %s%s: %s%s"
                        .formatted(
                                name.isEmpty() ? "of the agent itself" : name,
                                version.isEmpty() ? "" : " " + version,
                                state.status().text().replace('_', ' '),
                                state.error().isEmpty() ? "" : ": " + state.error()),
                Map.of("package", name, "status", state.status().text()));
    }
}
