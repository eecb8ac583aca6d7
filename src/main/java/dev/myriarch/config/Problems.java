package dev.myriarch.config;

import dev.myriarch.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects problems, so that one run shows all of them. Confined to one thread. */
final class Problems {
    /** A file that is something else altogether shall not fill the screen. */
    private static final int MOST = 100;

    private final List<Problem> problems = new ArrayList<>();

    void add(String path, String message) {
        add(path, Optional.empty(), message);
    }

    void add(String path, Optional<Position> position, String message) {
        if (problems.size() < MOST) {
            problems.add(new Problem(path, position, message));
        }
    }

    /** Adds the problem if {@code wrong}. */
    void addIf(boolean wrong, String path, String message) {
        if (wrong) {
            add(path, message);
        }
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }
}
