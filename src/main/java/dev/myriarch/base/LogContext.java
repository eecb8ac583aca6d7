package dev.myriarch.base;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the running work is about, for the log. It holds for the thread and for the time of a call
 * and no longer: threads and tasks that the work starts do not inherit it, so that no line names
 * somebody else's request.
 */
public final class LogContext {
    private static final ScopedValue<Map<Field, String>> FIELDS = ScopedValue.newInstance();

    /** Fields of log lines; their texts are the names in JSON. */
    public enum Field {
        REQUEST("request_id"),
        AGENT("agent_id"),
        ROLLOUT("rollout_id");

        private final String text;

        Field(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    private LogContext() {}

    /** Runs {@code work} with one field more, or another value of it, and returns its result. */
    public static <R, X extends Throwable> R call(
            Field field, String value, ScopedValue.CallableOp<? extends R, X> work) throws X {
        Map<Field, String> fields = new EnumMap<>(Field.class);
        fields.putAll(current());
        fields.put(field, value);
        return ScopedValue.where(FIELDS, Collections.unmodifiableMap(fields)).call(work);
    }

    /** The fields of the running work, in the order of {@link Field}; empty outside of any. */
    public static Map<Field, String> current() {
        return FIELDS.isBound() ? FIELDS.get() : Map.of();
    }
}
