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
    private static final ScopedValue<Bound> INNERMOST = ScopedValue.newInstance();

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

    /** A field and what was set around it. Texts are made when a line is written, which is rare. */
    private sealed interface Bound {
        record Nothing() implements Bound {}

        record Value(Field field, Object value, Bound outer) implements Bound {}
    }

    /**
     * Runs {@code work} with one field more, or another value of it, and returns its result.
     *
     * @param value immutable; its {@code toString} is the text
     */
    public static <R, X extends Throwable> R call(
            Field field, Object value, ScopedValue.CallableOp<? extends R, X> work) throws X {
        Bound outer = INNERMOST.isBound() ? INNERMOST.get() : new Bound.Nothing();
        return ScopedValue.where(INNERMOST, new Bound.Value(field, value, outer)).call(work);
    }

    /** The fields of the running work, in the order of {@link Field}; empty outside of any. */
    public static Map<Field, String> current() {
        Map<Field, String> fields = new EnumMap<>(Field.class);
        Bound bound = INNERMOST.isBound() ? INNERMOST.get() : new Bound.Nothing();
        while (bound instanceof Bound.Value(Field field, Object value, Bound outer)) {
            fields.putIfAbsent(field, value.toString());
            bound = outer;
        }
        return Collections.unmodifiableMap(fields);
    }
}
