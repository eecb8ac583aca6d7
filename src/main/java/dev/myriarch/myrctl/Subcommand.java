package dev.myriarch.myrctl;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The commands, each created only when it is wanted. */
enum Subcommand {
    VALIDATE,
    RENDER,
    MATCH,
    TEST,
    FMT,
    DIFF,
    GRAPH,
    EXPLAIN,
    SCHEMA,
    INIT,
    COMPLETION,
    MANUAL;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Subcommand> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    Object create(Surroundings surroundings) {
        return switch (this) {
            case VALIDATE -> new ValidateCommand(surroundings);
            case RENDER -> new RenderCommand(surroundings);
            case MATCH -> new MatchCommand(surroundings);
            case FMT -> new FmtCommand(surroundings);
            case TEST -> new TestCommand(surroundings);
            case DIFF -> new DiffCommand(surroundings);
            case GRAPH -> new GraphCommand(surroundings);
            case EXPLAIN -> new ExplainCommand(surroundings);
            case SCHEMA -> new SchemaCommand(surroundings);
            case INIT -> new InitCommand(surroundings);
            case COMPLETION -> new CompletionCommand(surroundings);
            case MANUAL -> new ManualCommand(surroundings);
        };
    }
}
