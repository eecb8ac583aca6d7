package dev.myriarch.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets the first event of a key through at once and holds what follows within the interval back, to
 * be one event at its end. Confined to the lock of its owner.
 */
final class Coalescer<K> {
    private final Duration interval;
    private final int maxKeys;

    /** In the order of the last event that went through, so the due ones are in front. */
    private final Map<K, State> states = new LinkedHashMap<>();

    Coalescer(Duration interval, int maxKeys) {
        this.interval = interval;
        this.maxKeys = maxKeys;
    }

    /** What to do with an event. */
    enum Verdict {
        /** Send it now. */
        SEND,
        /** It comes out of {@link #due} later. */
        HOLD,
        /** More keys than are remembered: tell the clients to read everything again. */
        OVERFLOW
    }

    Verdict offer(K key, Instant now) {
        State state = states.get(key);
        if (state == null || !now.isBefore(state.sentAt.plus(interval))) {
            if (state == null && states.size() >= maxKeys) {
                states.clear();
                return Verdict.OVERFLOW;
            }
            sent(key, now);
            return Verdict.SEND;
        }
        states.replace(key, new State(state.sentAt, true));
        return Verdict.HOLD;
    }

    /** The held keys whose time has come; they count as sent now. Forgets what is quiet. */
    List<K> due(Instant now) {
        List<K> due = new ArrayList<>();
        Iterator<Map.Entry<K, State>> oldest = states.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<K, State> entry = oldest.next();
            if (now.isBefore(entry.getValue().sentAt.plus(interval))) {
                break;
            }
            if (entry.getValue().held) {
                due.add(entry.getKey());
            }
            oldest.remove();
        }
        due.forEach(key -> sent(key, now));
        return due;
    }

    /** Drops a key with what is held of it. */
    void forget(K key) {
        states.remove(key);
    }

    int size() {
        return states.size();
    }

    private void sent(K key, Instant now) {
        states.remove(key);
        states.put(key, new State(now, false));
    }

    private record State(Instant sentAt, boolean held) {}
}
