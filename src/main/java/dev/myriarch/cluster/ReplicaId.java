package dev.myriarch.cluster;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Names one running process of the cluster.
 *
 * @param text 1 to 128 letters, digits, dots, dashes and underscores
 */
public record ReplicaId(String text) {
    private static final int MAX_HOST = 100;

    public ReplicaId {
        if (!text.matches("[A-Za-z0-9._-]{1,128}")) {
            throw new IllegalArgumentException(
                    "a replica id has 1 to 128 letters, digits, dots, dashes and underscores");
        }
    }

    /** The host name and a random part, so that a restart is another replica. */
    public static ReplicaId create(String hostName, RandomGenerator random) {
        String host = hostName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "-");
        String part = host.isEmpty() ? "replica" : host;
        String bounded = part.substring(0, Math.min(part.length(), MAX_HOST));
        return new ReplicaId("%s-%08x".formatted(bounded, random.nextInt()));
    }

    @Override
    public String toString() {
        return text;
    }
}
