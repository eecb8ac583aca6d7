package dev.myriarch.myrctl;

import dev.myriarch.myrctl.report.Report;
import dev.myriarch.myrctl.report.ReportFormat;
import java.util.Optional;

/** Ends a command with a message for the user. */
final class CommandException extends RuntimeException {
    /** A negative answer, such as an invalid repository. */
    static final int NEGATIVE = 1;

    /** Wrong usage, or something that keeps the command from giving an answer. */
    static final int TROUBLE = 2;

    private final int exitCode;
    private final transient Optional<Report> report;

    private CommandException(int exitCode, String message, Optional<Report> report) {
        super(message);
        this.exitCode = exitCode;
        this.report = report;
    }

    static CommandException negative(String message) {
        return new CommandException(NEGATIVE, message, Optional.empty());
    }

    static CommandException trouble(String message) {
        return new CommandException(TROUBLE, message, Optional.empty());
    }

    /** A command cannot do its work, because the repository is not valid. */
    static CommandException invalid(Report report) {
        return new CommandException(
                NEGATIVE,
                "the repository is not valid\n" + ReportFormat.TEXT.write(report).stripTrailing(),
                Optional.of(report));
    }

    /** The same where the negative answer would mean something else. */
    CommandException asTrouble() {
        return new CommandException(TROUBLE, String.valueOf(getMessage()), report);
    }

    /** What is wrong with the repository, for the formats that programs read. */
    Optional<Report> report() {
        return report;
    }

    int exitCode() {
        return exitCode;
    }
}
