package dev.myriarch.myrctl;

/** Ends a command with a message for the user. */
final class CommandException extends RuntimeException {
    /** A negative answer, such as an invalid repository. */
    static final int NEGATIVE = 1;

    /** Wrong usage, or something that keeps the command from giving an answer. */
    static final int TROUBLE = 2;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    static CommandException negative(String message) {
        return new CommandException(NEGATIVE, message);
    }

    static CommandException trouble(String message) {
        return new CommandException(TROUBLE, message);
    }

    int exitCode() {
        return exitCode;
    }
}
