package dev.myriarch.testing;

import org.junit.jupiter.api.Assumptions;

/** Leaves a test out for a reason that is printed: nothing is skipped silently. */
public final class Skip {
    private Skip() {}

    /**
     * Goes on when {@code possible}; else prints the test with the reason and aborts it.
     *
     * @param reason what is missing, and how to have it
     */
    public static void unless(boolean possible, Class<?> test, String reason) {
        if (!possible) {
            System.out.println("SKIPPED " + test.getSimpleName() + ": " + reason);
        }
        Assumptions.assumeTrue(possible, reason);
    }
}
