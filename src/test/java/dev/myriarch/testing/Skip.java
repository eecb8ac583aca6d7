package dev.myriarch.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
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

    /** Goes on when {@code program} is installed; returns its path. */
    public static Path unlessInstalled(String program, Class<?> test) {
        // Debian keeps servers in sbin, which is not on everybody's path.
        String path = System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin";
        Optional<Path> found =
                Stream.of(path.split(":"))
                        .map(folder -> Path.of(folder, program))
                        .filter(Files::isExecutable)
                        .findFirst();
        unless(
                found.isPresent(),
                test,
                program + " is not installed (Debian: apt-get install " + program + ")");
        return found.orElseThrow();
    }
}
