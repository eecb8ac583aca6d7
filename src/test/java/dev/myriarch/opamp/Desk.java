package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.agent.pg.UpdaterLinkStorePg;
import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.json.Json;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import dev.myriarch.websocket.WebSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Everything behind the sockets, with an inventory that is empty at first. Confined to one test.
 */
final class Desk implements AutoCloseable {
    static final AgentAuthentication.Accepted TOKEN =
            new AgentAuthentication.Accepted(
                    "token:1", Optional.empty(), Map.of("site", "lab"), false);

    private static final List<String> TABLES =
            List.of(
                    "agents",
                    "agent_events",
                    "component_sets",
                    "effective_configs",
                    "package_offers",
                    "artifacts",
                    "audit_events");
    private static final int MANY = 1000;

    final SettableClock clock = new SettableClock(Fixture.NOW);

    /** What the desk asks. */
    final WatchedDatabase database;

    /** What the test looks at and changes; it is not watched, and never out of reach. */
    final AgentStorePg store;

    private final Database unwatched;
    final AgentSessions sessions = new AgentSessions(100);
    final Map<ConfigHash, byte[]> rendered = new HashMap<>();
    final List<AgentId> assigned = new ArrayList<>();
    final List<BusEvent> published = new ArrayList<>();
    final SessionDesk desk;

    /** What updaters are offered; the desk is not told of changes. */
    final StoredPackages packages;

    final MetricRegistry registry = new MetricRegistry();
    private final OpampMetrics metrics;

    /** What a new assignment wants of every agent. */
    Optional<ConfigHash> desired = Optional.empty();

    boolean bridgeManaged;

    /** As when the database does not answer for a moment. */
    boolean renderedAway;

    /** How often something other than the database was asked for an answer. */
    int portCalls;

    /** Tokens that are revoked. */
    final Set<UUID> endedTokens = new HashSet<>();

    /** As when the database does not answer for a moment. */
    boolean assignmentFails;

    private final ExecutorService pushes = Executors.newVirtualThreadPerTaskExecutor();
    private final SecretRedactor redactor = new SecretRedactor(new byte[32]);

    Desk(TestDatabase test) {
        this(test, OpampSettings.defaults("r1"));
    }

    Desk(TestDatabase test, OpampSettings settings) {
        test.clear(TABLES);
        unwatched = test.database();
        store = new AgentStorePg(unwatched);
        database = new WatchedDatabase(unwatched);
        packages = new StoredPackages(unwatched, new Bus());
        OpampPorts ports =
                new OpampPorts(
                        new OpampPorts.Inventory(
                                new AgentStorePg(database),
                                new UpdaterLinkStorePg(database),
                                this::assign,
                                this::find,
                                _ -> isBridgeManaged(),
                                StoredPackages.ports(database),
                                new AuditLogPg(database)),
                        new Authenticator(),
                        new Bus(),
                        new OpampPorts.Web(
                                (_, _, _) -> false, _ -> InetAddress.getLoopbackAddress()),
                        pushes,
                        redactor,
                        registry,
                        clock);
        metrics = new OpampMetrics(ports.metrics());
        desk = new SessionDesk(ports, settings, sessions, metrics);
    }

    private Optional<byte[]> find(ConfigHash hash) {
        portCalls++;
        if (renderedAway) {
            throw new IllegalStateException("no connection to the database");
        }
        return Optional.ofNullable(rendered.get(hash));
    }

    private boolean isBridgeManaged() {
        portCalls++;
        return bridgeManaged;
    }

    /** A configuration that can be offered. */
    ConfigHash render(String yaml) {
        byte[] body = yaml.getBytes(StandardCharsets.UTF_8);
        ConfigHash hash = ConfigHash.of(body);
        rendered.put(hash, body);
        return hash;
    }

    private void assign(AgentId id) {
        portCalls++;
        if (assignmentFails) {
            throw new IllegalStateException("no connection to the database");
        }
        assigned.add(id);
        // An operator may have deleted it meanwhile.
        if (desired.isPresent() && store.find(id).isPresent()) {
            desire(id, desired.get());
        }
    }

    /** Sets what the server wants of an agent. */
    void desire(AgentId id, ConfigHash hash) {
        int hits =
                unwatched.update(
                        """
                        UPDATE agents SET fleet_name = 'edge', assigned_config_hash = ?,
                          desired_config_hash = ? WHERE id = ?
                        """,
                        parameters -> parameters.text(hash.hex()).text(hash.hex()).uuid(id.uuid()));
        assertThat(hits).isEqualTo(1);
    }

    Agent agent(AgentId id) {
        return store.find(id).orElseThrow();
    }

    long agents() {
        return unwatched
                .one(
                        "SELECT count(*) AS agents FROM agents",
                        Jdbc.Binder.NONE,
                        row -> row.bigint("agents"))
                .orElseThrow();
    }

    /** Types of the events of an agent, the oldest first. */
    List<String> eventTypes(AgentId id) {
        return store.events(id, MANY).reversed().stream().map(AgentEvent::type).toList();
    }

    /** The audit log, the oldest first. */
    List<AuditEvent> audited() {
        return unwatched.list(
                """
                SELECT at, actor, action, target_type, target_id, result, details
                FROM audit_events ORDER BY id
                """,
                Jdbc.Binder.NONE,
                row ->
                        new AuditEvent(
                                row.instant("at"),
                                row.text("actor"),
                                row.text("action"),
                                row.text("target_type"),
                                row.text("target_id"),
                                row.text("result").equals("success"),
                                (Value.Mapping) Json.read(row.text("details"))));
    }

    Conversation websocket() {
        return conversation(TOKEN, "192.0.2.1", Transport.WEBSOCKET, new Sent());
    }

    Conversation conversation(
            AgentAuthentication.Accepted credential,
            String address,
            Transport transport,
            Channel channel) {
        return new Conversation(
                new Peer(credential, address, transport, Optional.empty()),
                transport == Transport.HTTP ? Optional.empty() : Optional.of(channel),
                desk,
                new MessageMapper(redactor, 1 << 20),
                clock);
    }

    /** A whole connection, with its socket open. */
    OpampConnection connection(AgentAuthentication.Accepted credential, WebSocket socket) {
        OpampConnection connection =
                new OpampConnection(
                        new Peer(credential, "192.0.2.1", Transport.WEBSOCKET, Optional.empty()),
                        channel ->
                                conversation(credential, "192.0.2.1", Transport.WEBSOCKET, channel),
                        _ -> {},
                        _ -> {},
                        metrics);
        connection.opened(socket);
        return connection;
    }

    /** Every row that agents have a part in, as JSON, without what the database numbers itself. */
    List<String> rows() {
        return TABLES.stream().flatMap(table -> rows(table).stream()).toList();
    }

    private List<String> rows(String table) {
        return unwatched.list(
                """
                SELECT (to_jsonb(t) - 'used_at' - '%s')::text AS row FROM %s t ORDER BY 1
                """
                        .formatted(table.endsWith("events") ? "id" : "", table),
                Jdbc.Binder.NONE,
                row -> row.text("row"));
    }

    static ServerToAgent answer(Conversation conversation, AgentToServer message) {
        return switch (conversation.receive(message)) {
            case Conversation.Reply.Answer(ServerToAgent answer) -> answer;
            case Conversation.Reply.Close(ServerToAgent _, String reason) ->
                    throw new AssertionError("closed: " + reason);
        };
    }

    @Override
    public void close() {
        pushes.close();
    }

    /** A channel that keeps what was pushed. */
    static final class Sent implements Channel {
        final List<ServerToAgent> messages = new ArrayList<>();
        final List<Integer> closes = new CopyOnWriteArrayList<>();

        @Override
        public void send(ServerToAgent message) {
            messages.add(message);
        }

        @Override
        public void close(int code, String reason) {
            closes.add(code);
        }
    }

    private final class Authenticator implements AgentAuthenticator {
        @Override
        public AgentAuthentication authenticate(Optional<String> authorization) {
            return TOKEN;
        }

        @Override
        public Set<UUID> ended(Set<UUID> tokens) {
            Set<UUID> ended = new HashSet<>(tokens);
            ended.retainAll(endedTokens);
            return ended;
        }
    }

    private final class Bus implements EventBus {
        @Override
        public void publish(BusEvent event) {
            published.add(event);
        }

        @Override
        public Subscription subscribe(String name, Consumer<BusEvent> consumer) {
            return () -> {};
        }
    }
}
