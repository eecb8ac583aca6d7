package dev.myriarch.opamp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.websocket.MessageBudget;
import dev.myriarch.websocket.WebSocketOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The OpAMP server of one replica. {@link #handler} goes on the OpAMP path of the listener. The
 * caller runs {@link #flushLastSeen} (15 s) and {@link #checkCredentials} and {@link #retryPushes}
 * (3 s) on every replica and {@link #sweep} on the leader (15 s), and calls {@link #drain} before
 * it stops the listener. Thread-safe.
 */
public final class OpampServer implements AutoCloseable {
    /** Agents that one bus event names. */
    private static final int CHUNK = 100;

    /** Of which the messages that are not whole yet may take one. */
    private static final int PART_OF_MEMORY = 8;

    private static final Duration DRAIN_STEP = Duration.ofMillis(100);
    private static final int DRAIN_STEPS_PER_SECOND = 10;

    private final OpampPorts ports;
    private final OpampSettings settings;
    private final AgentStore store;
    private final Admission admission;
    private final AgentSessions sessions;
    private final SessionDesk desk;
    private final OpampMetrics metrics;
    private final MessageMapper mapper;
    private final OpampEndpoint endpoint;
    private final Set<OpampConnection> connections = ConcurrentHashMap.newKeySet();
    private final CredentialWatch credentials;
    private final EventBus.Subscription subscription;
    private final MessageBudget unfinished;

    public OpampServer(OpampPorts ports, OpampSettings settings) {
        this.ports = ports;
        this.settings = settings;
        this.unfinished =
                new MessageBudget(
                        Math.max(
                                Runtime.getRuntime().maxMemory() / PART_OF_MEMORY,
                                settings.limits().maxMessageBytes()));
        this.store = ports.inventory().store();
        OpampSettings.Limits limits = settings.limits();
        this.admission =
                new Admission(
                        limits,
                        new AgentCredentials(ports.authenticator(), settings.certificateRequired()),
                        ports.clock());
        // Connections, and as many agents that poll.
        this.sessions = new AgentSessions(2 * limits.maxConnections());
        this.metrics = new OpampMetrics(ports.metrics());
        this.desk = new SessionDesk(ports, settings, sessions, metrics);
        metrics.gauges(admission::connections, sessions::size, desk.pushes()::waiting);
        this.mapper = new MessageMapper(ports.redactor(), limits.maxEffectiveConfigBytes());
        this.endpoint =
                new OpampEndpoint(
                        admission, ports.web(), limits.maxMessageBytes(), new Started(), metrics);
        this.credentials =
                new CredentialWatch(
                        ports.authenticator(), sessions, connections, desk, ports.clock());
        this.subscription = ports.bus().subscribe("opamp-push", this::onEvent);
    }

    /** Handles the OpAMP path: polls and WebSocket handshakes. */
    public HttpHandler handler() {
        return endpoint;
    }

    /** WebSocket connections that are open. */
    public int connections() {
        return admission.connections();
    }

    /** Writes when agents were heard and came last, and forgets agents that stopped polling. */
    public void flushLastSeen() {
        Instant silent = ports.clock().instant().minus(settings.offlineAfter());
        for (AgentSession session : sessions.all()) {
            // The sweeper takes it offline; its next poll opens a new session.
            if (session.channel().isEmpty() && session.lastMessageAt().isBefore(silent)) {
                sessions.remove(session);
            }
        }
        desk.flush();
    }

    /**
     * Every replica, every few seconds: ends connections whose token was revoked or has expired, or
     * whose certificate has.
     */
    public void checkCredentials() {
        credentials.check();
    }

    /**
     * Every replica, every few seconds: repeats what failed for agents that may be silent for long.
     * Fails while the database does not answer.
     */
    public void retryPushes() {
        desk.pushes().takeOwed().forEach(this::push);
    }

    /** Leader: agents that were not heard for too long are offline. */
    public void sweep() {
        Instant now = ports.clock().instant();
        List<AgentId> stale = store.markStaleOffline(now.minus(settings.offlineAfter()), now);
        for (AgentId id : stale) {
            store.addEvent(
                    new AgentEvent(
                            id,
                            now,
                            "disconnected",
                            "warning",
                            "nothing was heard for " + settings.offlineAfter().toSeconds() + " s",
                            Value.ofTexts(Map.of("cause", DisconnectCause.NETWORK.text()))));
        }
        publish(stale);
        publish(desk.expire());
    }

    /**
     * Planned stop: refuses newcomers, closes the connections at the configured rate, writes what
     * is in memory and takes the agents of this replica offline. Returns when that is done or
     * {@code atMost} is over.
     */
    public void drain(Duration atMost) throws InterruptedException {
        admission.stop();
        desk.stop();
        int perStep = Math.max(1, settings.drainRate() / DRAIN_STEPS_PER_SECOND);
        Duration step =
                settings.drainRate() >= DRAIN_STEPS_PER_SECOND
                        ? DRAIN_STEP
                        : Duration.ofSeconds(1).dividedBy(settings.drainRate());
        Instant end = ports.clock().instant().plus(atMost);
        Iterator<OpampConnection> open = List.copyOf(connections).iterator();
        while (open.hasNext() && ports.clock().instant().isBefore(end)) {
            for (int i = 0; i < perStep && open.hasNext(); i++) {
                desk.pushes().later(open.next()::goAway);
            }
            if (open.hasNext()) {
                Thread.sleep(step);
            }
        }
        open.forEachRemaining(connection -> desk.pushes().later(connection::goAway));
        desk.flushAll();
        publish(
                store.markReplicaOffline(
                        settings.replica(),
                        DisconnectCause.REPLICA_STOPPED,
                        ports.clock().instant()));
    }

    /** Ends the subscription; connections end with the listener. */
    @Override
    public void close() {
        subscription.close();
    }

    private void onEvent(BusEvent event) {
        switch (event) {
            case BusEvent.DesiredStateChanged(List<AgentId> agents) -> agents.forEach(this::push);
            case BusEvent.AssignmentChanged(List<AgentId> agents) -> agents.forEach(this::push);
            case BusEvent.AgentCommanded(List<AgentId> agents) -> agents.forEach(this::push);
            case BusEvent.AgentMoved(AgentId agent, String replica) -> desk.moved(agent, replica);
            // The row is gone; the next message registers the agent again.
            case BusEvent.AgentRemoved(AgentId agent) ->
                    sessions.find(agent).ifPresent(AgentSession::wantRefresh);
            case BusEvent.EnrollmentTokensChanged _ -> credentials.check();
            case BusEvent.BusReconnected _ -> {
                sessions.all().forEach(this::push);
                credentials.check();
            }
            case BusEvent.AgentStateChanged _,
                    BusEvent.GitopsSynced _,
                    BusEvent.GitopsSyncRequested _,
                    BusEvent.CredentialsChanged _ -> {}
        }
    }

    private void push(AgentId id) {
        sessions.find(id).ifPresent(this::push);
    }

    /** Now, as soon as the line allows it; an agent that polls gets it with its next poll. */
    private void push(AgentSession session) {
        if (session.channel().isEmpty()) {
            session.wantRefresh();
        } else if (session.queuePush()) {
            desk.pushes().later(() -> desk.pushes().push(session));
        }
    }

    private void publish(List<AgentId> ids) {
        for (int from = 0; from < ids.size(); from += CHUNK) {
            desk.publish(ids.subList(from, Math.min(from + CHUNK, ids.size())));
        }
    }

    /** What admitted peers start. */
    private final class Started implements OpampEndpoint.Conversations {
        @Override
        public void upgrade(HttpExchange exchange, Peer peer, Admission.Ticket ticket)
                throws IOException {
            OpampConnection connection =
                    new OpampConnection(
                            peer,
                            channel -> conversation(peer, Optional.of(channel)),
                            connections::add,
                            closed -> {
                                connections.remove(closed);
                                ticket.release();
                            },
                            metrics);
            boolean accepted = false;
            try {
                accepted = ports.web().acceptor().accept(exchange, options(), connection);
            } finally {
                if (!accepted) {
                    ticket.release();
                }
            }
        }

        @Override
        public ServerToAgent poll(Peer peer, Framing.Decoded.Message message) {
            return switch (conversation(peer, Optional.empty()).receive(message.message())) {
                case Conversation.Reply.Answer(ServerToAgent answer) -> answer;
                case Conversation.Reply.Close(ServerToAgent last, _) -> last;
            };
        }

        private Conversation conversation(Peer peer, Optional<Channel> channel) {
            return new Conversation(peer, channel, desk, mapper, ports.clock());
        }

        private WebSocketOptions options() {
            return WebSocketOptions.defaults()
                    .withMaxMessageBytes(settings.limits().maxMessageBytes())
                    .withSendTimeout(settings.sendTimeout())
                    .withCompression(settings.compression())
                    .withBudget(unfinished);
        }
    }
}
