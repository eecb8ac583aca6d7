package dev.myriarch.config;

import java.util.List;
import java.util.stream.Collectors;

/** The settings cannot be used; the message lists every problem, one a line. */
public final class ConfigException extends RuntimeException {
    private final transient List<Problem> problems;

    public ConfigException(List<Problem> problems) {
        super(
                problems.stream()
                        .map(problem -> "  " + problem)
                        .collect(
                                Collectors.joining(
                                        "\n",
                                        "the configuration has %d problem%s:\n"
                                                .formatted(
                                                        problems.size(),
                                                        problems.size() == 1 ? "" : "s"),
                                        "")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
