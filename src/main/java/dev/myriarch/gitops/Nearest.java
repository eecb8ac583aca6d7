package dev.myriarch.gitops;

import dev.myriarch.base.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class Nearest {
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /** The closest of {@code names}; empty when none is close. */
    public static Optional<String> to(String written, Collection<String> names) {
        if (written.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        int limit = Math.max(1, written.length() / 3);
        return names.stream()
                .filter(name -> EditDistance.between(written, name) <= limit)
                .min(Comparator.comparingInt(name -> EditDistance.between(written, name)));
    }
}
