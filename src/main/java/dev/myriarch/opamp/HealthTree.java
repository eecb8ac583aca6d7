package dev.myriarch.opamp;

import dev.myriarch.base.Value;
import dev.myriarch.opamp.proto.ComponentHealth;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A component health with its children as a bounded value. */
final class HealthTree {
    static final int MAX_DEPTH = 8;
    static final int MAX_NODES = 2000;

    /** Characters of all names and texts; nodes behind that are left out. */
    static final int MAX_CHARACTERS = 1 << 18;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SecretRedactor redactor;
    private int nodes;
    private int characters;

    private HealthTree(SecretRedactor redactor) {
        this.redactor = redactor;
    }

    /**
     * {@code {healthy, status, lastError, startTime, statusTime, components: {name: tree}}}; empty
     * texts, zero times and empty maps are left out, and what lies below {@link #MAX_DEPTH} or
     * behind {@link #MAX_NODES} as well.
     */
    static Value of(ComponentHealth health, SecretRedactor redactor) {
        return new HealthTree(redactor).node(health, 1);
    }

    private Value node(ComponentHealth health, int depth) {
        nodes++;
        Map<String, Value> entries = new LinkedHashMap<>();
        entries.put("healthy", Value.of(health.getHealthy()));
        putText(entries, "status", health.getStatus());
        putText(entries, "lastError", health.getLastError());
        putTime(entries, "startTime", health.getStartTimeUnixNano());
        putTime(entries, "statusTime", health.getStatusTimeUnixNano());
        if (depth < MAX_DEPTH) {
            Map<String, Value> components = new LinkedHashMap<>();
            new TreeMap<>(health.getComponentHealthMapMap())
                    .forEach((name, child) -> {
                        characters += name.length();
                        if (nodes < MAX_NODES
                                && characters < MAX_CHARACTERS
                                && name.length() <= AttributeText.MAX_KEY) {
                            components.put(name, node(child, depth + 1));
                        }
                    });
            if (!components.isEmpty()) {
                entries.put("components", new Value.Mapping(components));
            }
        }
        return new Value.Mapping(entries);
    }

    private void putText(Map<String, Value> entries, String key, String text) {
        if (!text.isEmpty()) {
            String cut = AttributeText.redacted(text, redactor);
            characters += cut.length();
            entries.put(key, Value.of(cut));
        }
    }

    private static void putTime(Map<String, Value> entries, String key, long nanos) {
        if (nanos != 0) {
            // fixed64 is unsigned; the year 2262 and later do not occur.
            Instant time =
                    Instant.ofEpochSecond(
                            Long.divideUnsigned(nanos, NANOS_PER_SECOND),
                            Long.remainderUnsigned(nanos, NANOS_PER_SECOND));
            entries.put(key, Value.of(time.toString()));
        }
    }
}
