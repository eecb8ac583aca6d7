package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.Issue.Severity;
import dev.myriarch.gitops.SyncOutcome;
import dev.myriarch.testing.LogCapture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncLogTest {
    private static Issue issue(Severity severity, String message) {
        return new Issue("a_code", severity, message, "fleets/a.yaml", 3, 7, "Fleet/a", "spec");
    }

    private static List<String> written(SyncOutcome outcome) {
        try (LogCapture log = LogCapture.of("dev.myriarch.gitops")) {
            SyncLog.write(outcome);
            return log.lines();
        }
    }

    @Test
    void eachIssueHasTheLevelOfItsSeverityAndTheWorstComeFirst() {
        assertThat(
                        written(
                                new SyncOutcome.Applied(
                                        "0123456789abcdef",
                                        List.of("Fleet/a"),
                                        List.of(
                                                issue(Severity.INFO, "not checked"),
                                                issue(Severity.WARNING, "misspelt")))))
                .containsExactly(
                        "INFO applied revision 0123456789ab: 1 objects changed",
                        "WARNING fleets/a.yaml:3:7: misspelt [a_code] (Fleet/a)",
                        "INFO fleets/a.yaml:3:7: not checked [a_code] (Fleet/a)");
        assertThat(
                        written(
                                new SyncOutcome.Invalid(
                                        "r",
                                        List.of(
                                                issue(Severity.WARNING, "misspelt"),
                                                issue(Severity.ERROR, "broken")))))
                .containsExactly(
                        "SEVERE revision r has errors and is not applied; what was active stays"
                                + " active",
                        "SEVERE fleets/a.yaml:3:7: broken [a_code] (Fleet/a)",
                        "WARNING fleets/a.yaml:3:7: misspelt [a_code] (Fleet/a)");
    }

    @Test
    void aBrokenRepositoryDoesNotFloodTheLog() {
        List<Issue> issues = new ArrayList<>();
        for (int number = 0; number < 1000; number++) {
            issues.add(issue(Severity.ERROR, "broken"));
        }
        assertThat(written(new SyncOutcome.Invalid("r", issues)))
                .hasSize(22)
                .endsWith("INFO and 980 more issues");
    }
}
