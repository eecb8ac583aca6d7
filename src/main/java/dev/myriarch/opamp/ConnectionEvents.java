package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Writes when agents came and went, in that order and at most one event of each type a minute for
 * an agent: one that comes and goes all the time would push everything else out of its history.
 * What is held back is written when the minute is over, as its last event with a count. Thread-safe
 * and bounded. The lock of an agent is held over the write on purpose, because the order of the
 * events has to be that of the changes; it is shared with few other agents.
 */
final class ConnectionEvents {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MAX_AGENTS = 20_000;
    private static final int LOCKS = 1024;

    private final Consumer<AgentEvent> store;
    private final List<ReentrantLock> locks = new ArrayList<>();
    private final Map<AgentId, Window> windows = new ConcurrentHashMap<>();

    ConnectionEvents(Consumer<AgentEvent> store) {
        this.store = store;
        for (int i = 0; i < LOCKS; i++) {
            locks.add(new ReentrantLock());
        }
    }

    /** The minute of one agent; guarded by its lock. */
    private static final class Window {
        final Instant start;
        final Set<String> written = new HashSet<>();
        final Map<String, AgentEvent> held = new LinkedHashMap<>();
        final Map<String, Integer> counts = new HashMap<>();

        Window(Instant start) {
            this.start = start;
        }

        boolean isOver(Instant now) {
            return !now.isBefore(start.plus(WINDOW));
        }

        void hold(AgentEvent event) {
            // The last one of each type, in the order in which they happened.
            held.remove(event.type());
            held.put(event.type(), event);
            counts.merge(event.type(), 1, Integer::sum);
        }
    }

    /** Runs a change of the connection of an agent, one after the other. */
    void inOrder(AgentId id, Runnable change) {
        ReentrantLock lock = locks.get(Math.floorMod(id.hashCode(), LOCKS));
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    void add(AgentEvent event) {
        add(
                event,
                written -> {
                    written.forEach(store);
                    return true;
                });
    }

    /**
     * Writes a change of the connection and its event together.
     *
     * @param change is called once with what is to be written beside it, which is nothing when the
     *     event is held back; false when nothing changed, and so there is nothing to tell
     */
    void add(AgentEvent event, Predicate<List<AgentEvent>> change) {
        inOrder(event.agent(), () -> addInOrder(event, change));
    }

    private void addInOrder(AgentEvent event, Predicate<List<AgentEvent>> change) {
        Window window = windows.get(event.agent());
        boolean over = window != null && window.isOver(event.at());
        if (window == null || (over && window.held.isEmpty())) {
            if (change.test(List.of(event)) && (window != null || windows.size() < MAX_AGENTS)) {
                Window next = new Window(event.at());
                next.written.add(event.type());
                windows.put(event.agent(), next);
            }
        } else if (window.held.isEmpty() && !window.written.contains(event.type())) {
            if (change.test(List.of(event))) {
                window.written.add(event.type());
            }
        } else if (change.test(List.of())) {
            window.hold(event);
            if (over) {
                release(event.agent(), window, event.at());
            }
        }
    }

    /** Writes what was held back for a minute. */
    void flush(Instant now) {
        windows.keySet().forEach(id -> inOrder(id, () -> flush(id, now, false)));
    }

    /** Writes everything that is held back, because the server stops. */
    void flushAll(Instant now) {
        windows.keySet().forEach(id -> inOrder(id, () -> flush(id, now, true)));
    }

    private void flush(AgentId id, Instant now, boolean early) {
        Window window = windows.get(id);
        if (window != null && (early || window.isOver(now))) {
            release(id, window, now);
        }
    }

    private void release(AgentId id, Window window, Instant now) {
        if (window.held.isEmpty()) {
            windows.remove(id);
            return;
        }
        Window next = new Window(now);
        for (AgentEvent event : List.copyOf(window.held.values())) {
            store.accept(counted(event, window.counts.getOrDefault(event.type(), 1)));
            window.held.remove(event.type());
            next.written.add(event.type());
        }
        windows.put(id, next);
    }

    private static AgentEvent counted(AgentEvent event, int count) {
        if (count == 1) {
            return event;
        }
        Map<String, Value> details = new LinkedHashMap<>(event.details().entries());
        details.put("count", Value.of(count));
        return new AgentEvent(
                event.agent(),
                event.at(),
                event.type(),
                event.severity(),
                event.text() + " (" + count + " times within a minute)",
                new Value.Mapping(details));
    }
}
