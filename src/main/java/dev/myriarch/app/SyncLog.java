package dev.myriarch.app;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.SyncOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;

/** Says in the log what the syncs of the repository did. */
final class SyncLog {
    private static final Logger LOG = System.getLogger("dev.myriarch.gitops");

    /** A broken repository can have thousands of issues; the status has them all. */
    private static final int MAX_LINES = 20;

    private SyncLog() {}

    static void write(SyncOutcome outcome) {
        switch (outcome) {
            case SyncOutcome.Applied(
                            String revision,
                            List<String> changed,
                            List<Issue> warnings) -> {
                LOG.log(
                        Level.INFO,
                        "applied revision {0}: {1} objects changed",
                        shorten(revision),
                        changed.size());
                issues(warnings);
            }
            case SyncOutcome.Invalid(String revision, List<Issue> issues) -> {
                LOG.log(
                        Level.ERROR,
                        "revision {0} has errors and is not applied; what was active stays active",
                        shorten(revision));
                issues(issues);
            }
            case SyncOutcome.Failed(String message) ->
                    LOG.log(Level.ERROR, "the repository cannot be read: {0}", message);
            case SyncOutcome.Unchanged _ -> {
                // Every second: nothing to say.
            }
        }
    }

    private static void issues(List<Issue> issues) {
        issues.stream()
                .sorted(Comparator.comparing(Issue::severity))
                .limit(MAX_LINES)
                .forEach(issue -> LOG.log(level(issue.severity()), "{0}", text(issue)));
        if (issues.size() > MAX_LINES) {
            LOG.log(Level.INFO, "and {0} more issues", issues.size() - MAX_LINES);
        }
    }

    private static Level level(Issue.Severity severity) {
        return switch (severity) {
            case ERROR -> Level.ERROR;
            case WARNING -> Level.WARNING;
            case INFO -> Level.INFO;
        };
    }

    /** {@code file:line:column: message [code] (object)}, as compilers write it. */
    static String text(Issue issue) {
        StringBuilder text = new StringBuilder();
        if (!issue.file().isEmpty()) {
            text.append(issue.file());
            if (issue.line() > 0) {
                text.append(':').append(issue.line());
            }
            if (issue.column() > 0) {
                text.append(':').append(issue.column());
            }
            text.append(": ");
        }
        text.append(issue.message()).append(" [").append(issue.code()).append(']');
        if (!issue.object().isEmpty()) {
            text.append(" (").append(issue.object()).append(')');
        }
        return text.toString();
    }

    private static String shorten(String revision) {
        return revision.length() > 12 ? revision.substring(0, 12) : revision;
    }
}
