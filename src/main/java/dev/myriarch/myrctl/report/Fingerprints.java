package dev.myriarch.myrctl.report;

import dev.myriarch.base.Sha256;
import dev.myriarch.gitops.Issue;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells issues apart across commits: from file, object, code and path, not from the line, which
 * moves with every edit above it. Confined to one report.
 */
final class Fingerprints {
    private final Map<String, Integer> seen = new HashMap<>();

    /** Of the next issue; the second one about the same value gets another fingerprint. */
    String next(Report report, Issue issue) {
        String identity =
                String.join(
                        "\0",
                        report.source().place(issue.file()),
                        issue.object(),
                        issue.code(),
                        issue.path());
        int number = seen.merge(identity, 1, Integer::sum);
        String all = number == 1 ? identity : identity + "\0" + number;
        return Sha256.hex(all.getBytes(StandardCharsets.UTF_8));
    }
}
