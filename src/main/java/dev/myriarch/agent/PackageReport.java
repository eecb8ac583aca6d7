package dev.myriarch.agent;

import dev.myriarch.domain.ConfigHash;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What an agent says of its packages.
 *
 * @param offered hash of all packages that the server offered last, as the agent remembers it
 * @param error about the offer as a whole, empty when there is none
 * @param packages by name, sorted; the name of the top-level package may be empty
 */
public record PackageReport(
        Optional<ConfigHash> offered, String error, Map<String, State> packages) {
    public PackageReport {
        packages = Collections.unmodifiableMap(new TreeMap<>(packages));
    }

    /**
     * One package.
     *
     * @param version that the agent has, empty when it has none
     * @param hash of what the agent has
     * @param offeredVersion empty when nothing was offered
     * @param error empty when there is none
     * @param percent of the download, 0 to 100, while there is one
     */
    public record State(
            String version,
            Optional<ConfigHash> hash,
            String offeredVersion,
            Optional<ConfigHash> offeredHash,
            Status status,
            String error,
            OptionalInt percent) {}

    /** What the agent does with a package. */
    public enum Status {
        INSTALLED,
        INSTALL_PENDING,
        INSTALLING,
        INSTALL_FAILED,
        DOWNLOADING;

        /** Text in the database and the API: lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Status of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }
}
