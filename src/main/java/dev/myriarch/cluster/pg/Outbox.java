package dev.myriarch.cluster.pg;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Events that wait to be sent. Agents of one kind of event come together, and an event that is
 * there already is not there twice, so a burst is few events. Bounded; thread-safe.
 */
final class Outbox {
    /** Kinds of events that are lists of agents. */
    private enum Kind {
        STATE(BusEvent.AgentStateChanged::new),
        DESIRED(BusEvent.DesiredStateChanged::new),
        ASSIGNMENT(BusEvent.AssignmentChanged::new),
        COMMAND(BusEvent.AgentCommanded::new);

        private final Function<List<AgentId>, BusEvent> event;

        Kind(Function<List<AgentId>, BusEvent> event) {
            this.event = event;
        }
    }

    static final int AGENTS_PER_EVENT = 100;

    /** More than a replica may have connections, per kind. */
    private final int mostAgents;

    private final int mostOthers;
    private final Map<Kind, Set<AgentId>> agents = new EnumMap<>(Kind.class);
    private final Set<BusEvent> others = new LinkedHashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();

    Outbox(int mostAgents, int mostOthers) {
        this.mostAgents = mostAgents;
        this.mostOthers = mostOthers;
        for (Kind kind : Kind.values()) {
            agents.put(kind, new LinkedHashSet<>());
        }
    }

    /** False when something of the event did not fit and is lost. */
    boolean add(BusEvent event) {
        lock.lock();
        try {
            boolean fitted =
                    switch (event) {
                        case BusEvent.AgentStateChanged(List<AgentId> ids) ->
                                merge(agentsOf(Kind.STATE), ids, mostAgents);
                        case BusEvent.DesiredStateChanged(List<AgentId> ids) ->
                                merge(agentsOf(Kind.DESIRED), ids, mostAgents);
                        case BusEvent.AssignmentChanged(List<AgentId> ids) ->
                                merge(agentsOf(Kind.ASSIGNMENT), ids, mostAgents);
                        case BusEvent.AgentCommanded(List<AgentId> ids) ->
                                merge(agentsOf(Kind.COMMAND), ids, mostAgents);
                        case BusEvent.AgentRemoved _,
                                BusEvent.AgentMoved _,
                                BusEvent.GitopsSynced _,
                                BusEvent.GitopsSyncRequested _,
                                BusEvent.CredentialsChanged _,
                                BusEvent.EnrollmentTokensChanged _ ->
                                merge(others, List.of(event), mostOthers);
                        case BusEvent.BusReconnected _ -> true;
                    };
            filled.signalAll();
            return fitted;
        } finally {
            lock.unlock();
        }
    }

    private Set<AgentId> agentsOf(Kind kind) {
        return agents.getOrDefault(kind, Set.of());
    }

    private static <T> boolean merge(Set<T> into, Collection<T> more, int most) {
        for (T one : more) {
            if (into.size() >= most && !into.contains(one)) {
                return false;
            }
            into.add(one);
        }
        return true;
    }

    /** Waits at most so long for something to send; returns as soon as there is something. */
    void await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (isEmpty() && left > 0) {
                left = filled.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isEmpty() {
        return others.isEmpty() && agents.values().stream().allMatch(Set::isEmpty);
    }

    /** Takes everything, in events of at most {@link #AGENTS_PER_EVENT} agents. */
    List<BusEvent> take() {
        lock.lock();
        try {
            List<BusEvent> taken = new ArrayList<>(others);
            others.clear();
            for (Kind kind : Kind.values()) {
                List<AgentId> ids = List.copyOf(agentsOf(kind));
                agentsOf(kind).clear();
                for (int from = 0; from < ids.size(); from += AGENTS_PER_EVENT) {
                    int to = Math.min(ids.size(), from + AGENTS_PER_EVENT);
                    taken.add(kind.event.apply(ids.subList(from, to)));
                }
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
