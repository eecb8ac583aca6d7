package dev.myriarch.cluster.pg;

import dev.myriarch.base.UuidV7;
import dev.myriarch.cluster.Backoff;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.cluster.LocalEventBus;
import dev.myriarch.cluster.ReplicaId;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DedicatedSession;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.db.Jdbc;
import dev.myriarch.metrics.MetricRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Events between replicas over LISTEN and NOTIFY. Thread-safe.
 *
 * <p>Subscribers of this replica get an event at once; what others send arrives over a session that
 * listens. Sending happens later, on a thread of its own and in transactions of its own, because
 * NOTIFY takes a lock of the whole server at commit.
 */
public final class PgEventBus implements EventBus, AutoCloseable {
    static final String CHANNEL = "myriarch_events";

    private static final Logger LOG = System.getLogger(PgEventBus.class.getName());
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final Duration FLUSH_INTERVAL = Duration.ofMillis(20);
    private static final int MOST_AGENTS = 100_000;
    private static final int MOST_OTHERS = 10_000;

    /** Payloads in one transaction. */
    private static final int BATCH = 100;

    private static final Backoff RECONNECT =
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private static final String SEND =
            """
            SELECT count(pg_notify('myriarch_events', payload)) AS sent
            FROM unnest(?) AS payloads (payload)
            """;

    private final ReplicaId origin;
    private final DedicatedSessions sessions;
    private final Jdbc regular;
    private final Duration pingInterval;
    private final InstantSource clock;
    private final Backoff reconnect;
    private final BusMetrics metrics;
    private final LocalEventBus local;
    private final Outbox outbox = new Outbox(MOST_AGENTS, MOST_OTHERS);
    private final Worker listener = new Worker("bus-listener");
    private final Worker sender = new Worker("bus-sender");
    private volatile boolean connected;

    /**
     * @param origin id of this replica; notifications that carry it are its own
     * @param sessions for the session that listens
     * @param regular for sending
     * @param pingInterval how often the session is asked whether it still lives
     */
    public PgEventBus(
            ReplicaId origin,
            DedicatedSessions sessions,
            Jdbc regular,
            Duration pingInterval,
            InstantSource clock,
            MetricRegistry registry) {
        this(origin, sessions, regular, pingInterval, clock, registry, RECONNECT);
    }

    PgEventBus(
            ReplicaId origin,
            DedicatedSessions sessions,
            Jdbc regular,
            Duration pingInterval,
            InstantSource clock,
            MetricRegistry registry,
            Backoff reconnect) {
        this.reconnect = reconnect;
        this.origin = origin;
        this.sessions = sessions;
        this.regular = regular;
        this.pingInterval = pingInterval;
        this.clock = clock;
        this.metrics = BusMetrics.in(registry);
        this.local = new LocalEventBus(metrics.dropped()::increment);
    }

    /** Begins to listen and to send; once. */
    public void start() {
        listener.start(this::listen);
        sender.start(this::send);
    }

    /**
     * The database answers again, as somebody noticed: tries at once what waits for the end of its
     * pause. The pauses are long after a long outage, and the replica is not ready meanwhile.
     */
    public void retryNow() {
        listener.wake();
        sender.wake();
    }

    /** Whether events of other replicas arrive now. */
    public boolean isConnected() {
        return connected;
    }

    @Override
    public void publish(BusEvent event) {
        local.publish(event);
        if (!outbox.add(event)) {
            metrics.dropped().increment("outbox");
        }
    }

    @Override
    public Subscription subscribe(String name, Consumer<BusEvent> consumer) {
        return local.subscribe(name, consumer);
    }

    private void listen() {
        int failures = 0;
        while (!listener.isStopped()) {
            try (DedicatedSession session = sessions.open()) {
                session.jdbc().update("LISTEN " + CHANNEL, Jdbc.Binder.NONE);
                failures = 0;
                connected = true;
                metrics.connects().increment();
                LOG.log(Level.INFO, "the event bus listens");
                // Whoever read before this moment may have missed an event, the first time too.
                local.publish(new BusEvent.BusReconnected());
                receive(session);
            } catch (DatabaseException e) {
                LOG.log(Level.WARNING, "the session of the event bus ended: {0}", e.getMessage());
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the event bus failed", e);
            } finally {
                connected = false;
            }
            failures++;
            listener.pause(reconnect.pause(failures, ThreadLocalRandom.current()));
        }
    }

    /** Asks the session now and then also while events arrive: they do not count as questions. */
    private void receive(DedicatedSession session) {
        long asked = System.nanoTime();
        while (!listener.isStopped()) {
            session.notifications(SLICE).forEach(this::deliver);
            if (System.nanoTime() - asked > pingInterval.toNanos()) {
                session.ping();
                asked = System.nanoTime();
            }
        }
    }

    private void deliver(String payload) {
        switch (BusCodec.decode(payload)) {
            case BusCodec.Decoded.Known(BusCodec.Envelope envelope) -> {
                if (!envelope.origin().equals(origin.text())) {
                    local.publish(envelope.event());
                }
            }
            case BusCodec.Decoded.UnknownType _ -> metrics.ignored().increment("unknown_type");
            case BusCodec.Decoded.Malformed(String reason) -> {
                metrics.ignored().increment("malformed");
                LOG.log(Level.DEBUG, "a notification is ignored: {0}", reason);
            }
        }
    }

    private void send() {
        int failures = 0;
        while (!sender.isStopped()) {
            if (awaitWork()) {
                failures = flush() ? 0 : failures + 1;
                sender.pause(
                        failures == 0
                                ? FLUSH_INTERVAL
                                : reconnect.pause(failures, ThreadLocalRandom.current()));
            }
        }
        boolean _ = flush();
    }

    private boolean awaitWork() {
        try {
            outbox.await(SLICE.toNanos());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** False when something waits for another try. */
    private boolean flush() {
        List<BusEvent> events = outbox.take();
        for (int from = 0; from < events.size(); from += BATCH) {
            int to = Math.min(events.size(), from + BATCH);
            try {
                notify(events.subList(from, to));
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "events cannot be sent yet: {0}", e.getMessage());
                events.subList(from, events.size()).forEach(this::putBack);
                return false;
            }
        }
        return true;
    }

    private void putBack(BusEvent event) {
        if (!outbox.add(event)) {
            metrics.dropped().increment("outbox");
        }
    }

    private void notify(List<BusEvent> events) {
        List<String> payloads = new ArrayList<>();
        for (BusEvent event : events) {
            Optional<String> payload =
                    BusCodec.encode(
                            new BusCodec.Envelope(
                                    UuidV7.create(clock.instant()),
                                    clock.instant(),
                                    origin.text(),
                                    event));
            payload.ifPresentOrElse(payloads::add, () -> metrics.dropped().increment("outbox"));
        }
        if (!payloads.isEmpty()) {
            regular.list(SEND, parameters -> parameters.texts(payloads), row -> row.bigint("sent"));
        }
    }

    /** Sends what waits, then ends every subscription. */
    @Override
    public void close() {
        sender.close();
        listener.close();
        local.close();
    }
}
