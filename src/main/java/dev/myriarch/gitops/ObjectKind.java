package dev.myriarch.gitops;

import java.util.Arrays;
import java.util.Optional;

/** Kinds of objects in the repository. */
public enum ObjectKind {
    BLUEPRINT("Blueprint"),
    FLEET("Fleet"),
    ROLLOUT_POLICY("RolloutPolicy"),
    EXECUTOR("Executor"),
    INVENTORY("Inventory"),
    /** Only below {@code samples/agents/}; input for checks, never stored. */
    SAMPLE_AGENT("SampleAgent");

    private final String text;

    ObjectKind(String text) {
        this.text = text;
    }

    /** Spelling in the repository and the database. */
    public String text() {
        return text;
    }

    public static Optional<ObjectKind> of(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
    }
}
