package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.agent.pg.UpdaterLinkStorePg;
import dev.myriarch.assignment.AssignmentService;
import dev.myriarch.assignment.ImmediateAdmission;
import dev.myriarch.assignment.pg.AssignmentStorePg;
import dev.myriarch.assignment.pg.RenderedConfigStorePg;
import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.db.GroupedDatabase;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.pg.GitopsStorePg;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentRemoteConfig;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.RemoteConfigStatus;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import dev.myriarch.testing.WatchedDatabase;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Agents of one fleet behind the desk of a replica, with the real assignment and everything on one
 * watched database.
 */
final class Crowd implements AutoCloseable {
    /** As on a replica, but for the lanes: the tests count. */
    final WatchedDatabase database;

    final GroupedDatabase grouped;
    final AgentStorePg reads;
    final SessionDesk desk;
    final AssignmentService assignment;
    private final DirectBus bus = new DirectBus();
    private final GitopsStorePg gitops;
    private final ActiveSnapshot snapshot;
    private final ExecutorService pushes = Executors.newVirtualThreadPerTaskExecutor();
    private final SecretRedactor redactor = new SecretRedactor(new byte[32]);
    private final SettableClock clock = new SettableClock(Fixture.NOW);
    private final AgentSessions sessions = new AgentSessions(10_000);

    Crowd(TestDatabase test) {
        database = new WatchedDatabase(test.database());
        grouped = new GroupedDatabase(database);
        reads = new AgentStorePg(grouped);
        gitops = new GitopsStorePg(grouped);
        snapshot = new ActiveSnapshot(gitops);
        RenderedConfigStorePg rendered = new RenderedConfigStorePg(grouped);
        assignment =
                new AssignmentService(
                        snapshot,
                        new AssignmentService.Stores(
                                reads, new AssignmentStorePg(grouped), rendered),
                        new ImmediateAdmission(),
                        bus,
                        clock,
                        _ -> {});
        OpampPorts ports =
                new OpampPorts(
                        new OpampPorts.Inventory(
                                reads,
                                new UpdaterLinkStorePg(grouped),
                                assignment,
                                rendered,
                                _ -> false,
                                StoredPackages.ports(grouped),
                                new AuditLogPg(grouped)),
                        new Anyone(),
                        bus,
                        new OpampPorts.Web(
                                (_, _, _) -> false, _ -> InetAddress.getLoopbackAddress()),
                        pushes,
                        redactor,
                        new MetricRegistry(),
                        clock);
        desk =
                new SessionDesk(
                        ports,
                        OpampSettings.defaults("r1"),
                        sessions,
                        new OpampMetrics(ports.metrics()));
    }

    /** Makes a revision the active one. */
    void activate(String revision, String extensions) {
        TestRepository repository =
                TestRepository.empty()
                        .blueprint("b", TestRepository.MINIMAL_CONFIG + extensions)
                        .object(
                                "Fleet",
                                "f",
                                "selector: {matchAttributes: {os.type: linux}}\nblueprint: b");
        gitops.apply(repository.snapshot(revision), repository.files(), List.of(), clock.instant());
        assertReloaded(snapshot.reload());
    }

    private static void assertReloaded(Optional<?> current) {
        if (current.isEmpty()) {
            throw new AssertionError("no snapshot");
        }
    }

    AgentSession session(AgentId id) {
        return sessions.find(id).orElseThrow();
    }

    Member member(int number) {
        return new Member(new AgentId(new UUID(1, number)), "edge-" + number);
    }

    /** One agent and its connection. Confined to a thread, apart from what is pushed to it. */
    final class Member {
        final AgentId id;
        final List<ServerToAgent> pushed = new CopyOnWriteArrayList<>();
        private final String host;
        private Conversation conversation;
        private long sequence;

        Member(AgentId id, String host) {
            this.id = id;
            this.host = host;
            this.conversation = connection();
        }

        private Conversation connection() {
            Channel channel =
                    new Channel() {
                        @Override
                        public void send(ServerToAgent message) {
                            pushed.add(message);
                        }

                        @Override
                        public void close(int code, String reason) {
                            throw new AssertionError("closed: " + reason);
                        }
                    };
            return new Conversation(
                    new Peer(
                            new AgentAuthentication.Accepted(
                                    "token:1", Optional.empty(), Map.of(), false),
                            "192.0.2.1",
                            Transport.WEBSOCKET,
                            Optional.empty()),
                    Optional.of(channel),
                    desk,
                    new MessageMapper(redactor, 1 << 20),
                    clock);
        }

        /** What a client says first; its answer. */
        ServerToAgent introduce() {
            return say(
                    message()
                            .setAgentDescription(
                                    AgentDescription.newBuilder()
                                            .addIdentifyingAttributes(
                                                    attribute("service.name", "otelcol"))
                                            .addNonIdentifyingAttributes(
                                                    attribute("os.type", "linux"))
                                            .addNonIdentifyingAttributes(
                                                    attribute("host.name", host)))
                            .setHealth(
                                    ComponentHealth.newBuilder()
                                            .setHealthy(true)
                                            .setStatus("StatusOK")));
        }

        ServerToAgent heartbeat() {
            return say(message());
        }

        ServerToAgent applied(AgentRemoteConfig offer) {
            return say(
                    message()
                            .setRemoteConfigStatus(
                                    RemoteConfigStatus.newBuilder()
                                            .setLastRemoteConfigHash(offer.getConfigHash())
                                            .setStatus(
                                                    RemoteConfigStatuses
                                                            .RemoteConfigStatuses_APPLIED)));
        }

        /** Speaks on another connection from now on; the older one is simply gone. */
        void reconnect() {
            conversation.end(DisconnectCause.NETWORK);
            conversation = connection();
        }

        private AgentToServer.Builder message() {
            return AgentToServer.newBuilder()
                    .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                    .setSequenceNum(sequence++)
                    .setCapabilities(Fixture.CAPABILITIES);
        }

        private ServerToAgent say(AgentToServer.Builder message) {
            return Desk.answer(conversation, message.build());
        }
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    @Override
    public void close() {
        pushes.close();
    }

    private static final class Anyone implements AgentAuthenticator {
        @Override
        public AgentAuthentication authenticate(Optional<String> authorization) {
            return new AgentAuthentication.Refused();
        }

        @Override
        public Set<UUID> ended(Set<UUID> tokens) {
            return Set.of();
        }
    }
}
