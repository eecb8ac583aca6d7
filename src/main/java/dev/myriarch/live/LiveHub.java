package dev.myriarch.live;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Turns events of the bus into events for browsers: at most one a second per agent, and one a
 * second for fleets and counts. Thread-safe; {@link #tick} lets held events go.
 */
public final class LiveHub implements AutoCloseable {
    static final Duration INTERVAL = Duration.ofSeconds(1);
    static final int MAX_AGENTS = 20_000;

    /** How often {@link #tick} is to be called. */
    public static final Duration TICK = Duration.ofMillis(200);

    private final InstantSource clock;
    private final Limits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Coalescer<AgentId> agents = new Coalescer<>(INTERVAL, MAX_AGENTS);
    private final Coalescer<LiveEvent> summaries = new Coalescer<>(INTERVAL, 16);
    private final Set<LiveClient> clients = new HashSet<>();
    private final EventBus.Subscription subscription;
    private boolean closed;

    /** How many clients may listen, in all and per caller. */
    public record Limits(int clients, int clientsPerCaller) {
        public static Limits defaults() {
            return new Limits(1000, 50);
        }
    }

    public LiveHub(EventBus bus, InstantSource clock, Limits limits) {
        this.clock = clock;
        this.limits = limits;
        subscription = bus.subscribe("live-hub", this::onEvent);
    }

    /**
     * A new client, unless there are too many or the hub is closed.
     *
     * @param caller whom the limit per caller counts
     */
    public Optional<LiveClient> connect(String caller) {
        lock.lock();
        try {
            if (closed || !hasRoom(caller)) {
                return Optional.empty();
            }
            LiveClient client = new LiveClient(this, caller);
            clients.add(client);
            return Optional.of(client);
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(String caller) {
        return clients.size() < limits.clients()
                && clients.stream().filter(client -> client.owner().equals(caller)).count()
                        < limits.clientsPerCaller();
    }

    /** Whether {@link #connect} would give a client now. */
    public boolean accepts(String caller) {
        lock.lock();
        try {
            return !closed && hasRoom(caller);
        } finally {
            lock.unlock();
        }
    }

    /** For metrics. */
    public int clients() {
        lock.lock();
        try {
            return clients.size();
        } finally {
            lock.unlock();
        }
    }

    void disconnect(LiveClient client) {
        lock.lock();
        try {
            clients.remove(client);
        } finally {
            lock.unlock();
        }
    }

    private void onEvent(BusEvent event) {
        Instant now = clock.instant();
        lock.lock();
        try {
            switch (event) {
                case BusEvent.AgentStateChanged(List<AgentId> ids) -> updated(ids, now);
                case BusEvent.AssignmentChanged(List<AgentId> ids) -> updated(ids, now);
                case BusEvent.DesiredStateChanged(List<AgentId> ids) -> updated(ids, now);
                case BusEvent.AgentCommanded(List<AgentId> ids) -> updated(ids, now);
                case BusEvent.AgentRemoved(AgentId id) -> {
                    agents.forget(id);
                    send(LiveEvent.agentRemoved(id));
                    summarize(now);
                }
                case BusEvent.GitopsSynced(String revision, boolean applied) -> {
                    send(LiveEvent.gitopsSynced(revision, applied));
                    summarize(now);
                }
                case BusEvent.CredentialsChanged _ -> clients.forEach(LiveClient::recheck);
                case BusEvent.BusReconnected _ -> {
                    send(LiveEvent.RESYNC);
                    // That credentials changed is among what may have been missed.
                    clients.forEach(LiveClient::recheck);
                }
                case BusEvent.AgentMoved _,
                        BusEvent.GitopsSyncRequested _,
                        BusEvent.EnrollmentTokensChanged _ -> {
                    // Nothing that is shown changed.
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void updated(List<AgentId> ids, Instant now) {
        for (AgentId id : ids) {
            switch (agents.offer(id, now)) {
                case SEND -> send(LiveEvent.agentUpdated(id));
                case OVERFLOW -> send(LiveEvent.RESYNC);
                case HOLD -> {
                    // Comes with a tick.
                }
            }
        }
        summarize(now);
    }

    private void summarize(Instant now) {
        for (LiveEvent event : List.of(LiveEvent.FLEETS, LiveEvent.STATS)) {
            if (summaries.offer(event, now) == Coalescer.Verdict.SEND) {
                send(event);
            }
        }
    }

    private void send(LiveEvent event) {
        clients.forEach(client -> client.offer(event));
    }

    /** Sends the held events whose second is over. */
    public void tick() {
        Instant now = clock.instant();
        lock.lock();
        try {
            agents.due(now).forEach(id -> send(LiveEvent.agentUpdated(id)));
            summaries.due(now).forEach(this::send);
        } finally {
            lock.unlock();
        }
    }

    /** Ends every client; those that ask later get none. */
    @Override
    public void close() {
        subscription.close();
        List<LiveClient> ending;
        lock.lock();
        try {
            closed = true;
            ending = new ArrayList<>(clients);
            clients.clear();
        } finally {
            lock.unlock();
        }
        ending.forEach(LiveClient::end);
    }
}
