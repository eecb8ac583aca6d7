package dev.myriarch.myrctl.report;

import dev.myriarch.gitops.Issue;
import java.util.List;
import java.util.Objects;

/**
 * What a command found.
 *
 * @param strict whether warnings count as errors
 * @param issues errors first
 * @param cases one for each thing that was looked at
 */
public record Report(Source source, boolean strict, List<Issue> issues, List<Case> cases) {
    public Report {
        Objects.requireNonNull(source, "source");
        issues = List.copyOf(issues);
        cases = List.copyOf(cases);
    }

    /**
     * @param folder the repository as seen from where the command runs; empty when it is there
     * @param revision hash of the content
     */
    public record Source(String command, String folder, String revision) {
        /** A file of the repository as seen from where the command runs. */
        public String place(String file) {
            if (file.isEmpty()) {
                return folder.isEmpty() ? "." : folder;
            }
            return folder.isEmpty() ? file : folder + "/" + file;
        }
    }

    /** One thing that was looked at. */
    public record Case(String group, String name, Outcome outcome) {}

    /** How it went. */
    public sealed interface Outcome {
        /**
         * @param remarks lines such as warnings; may be empty
         */
        record Passed(String remarks) implements Outcome {}

        record Failed(String summary, String details) implements Outcome {}

        record Skipped(String reason) implements Outcome {}
    }

    public long errors() {
        return issues.stream().filter(Issue::isError).count();
    }

    public long warnings() {
        return issues.stream().filter(each -> each.severity() == Issue.Severity.WARNING).count();
    }

    /** Whether the exit code is 0. */
    public boolean passed() {
        return (errors() + (strict ? warnings() : 0) == 0)
                && cases.stream().noneMatch(each -> each.outcome() instanceof Outcome.Failed);
    }

    /** {@code 2 errors, 1 warning}. */
    public String counts() {
        return count(errors(), "error") + ", " + count(warnings(), "warning");
    }

    /** {@code 1 error}, {@code 2 errors}. */
    public static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Without what could break a line or command a terminal; names of files may hold anything. */
    static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
