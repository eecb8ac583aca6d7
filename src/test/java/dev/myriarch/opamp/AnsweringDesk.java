package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentIdentification;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.PackageAvailable;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.websocket.WebSocket;
import dev.myriarch.websocket.WebSocketHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One server and the newest connection to it, which offers each message to be answered at once
 * first, or never does. Confined to one test.
 */
final class AnsweringDesk implements AutoCloseable {
    final Desk desk;
    private final boolean asksNow;
    private final List<String> said = new ArrayList<>();
    OpampConnection connection;
    int answeredNow;
    int declined;

    AnsweringDesk(Desk desk, boolean asksNow) {
        this.desk = desk;
        this.asksNow = asksNow;
        this.connection = desk.connection(Desk.TOKEN, new Socket());
    }

    /** The network loses the connection, and the agent comes back. */
    void connect(AgentAuthentication.Accepted credential) {
        connection.closed(new WebSocketHandler.CloseCause(1006, false, "lost"));
        connection = desk.connection(credential, new Socket());
    }

    static byte[] framed(AgentToServer message) {
        byte[] bytes = new byte[1 + message.getSerializedSize()];
        System.arraycopy(message.toByteArray(), 0, bytes, 1, bytes.length - 1);
        return bytes;
    }

    void say(AgentToServer message) {
        say(framed(message));
    }

    void say(byte[] bytes) {
        Optional<byte[]> answer = asksNow ? asksNow(bytes) : Optional.empty();
        answer.ifPresentOrElse(this::heard, () -> connection.binary(bytes));
    }

    Optional<byte[]> asksNow(AgentToServer message) {
        return asksNow(framed(message));
    }

    /** Looks that nothing else is asked, and nothing happens without an answer. */
    private Optional<byte[]> asksNow(byte[] bytes) {
        List<SessionState> before = states();
        List<Object> outside = outside();
        desk.database.takeStatements();
        Optional<byte[]> answer = connection.answerNow(bytes);
        assertThat(desk.database.takeStatements()).isEmpty();
        assertThat(outside()).isEqualTo(outside);
        if (answer.isPresent()) {
            answeredNow++;
        } else {
            declined++;
            assertThat(states()).isEqualTo(before);
        }
        return answer;
    }

    private List<Object> outside() {
        return List.of(desk.portCalls, List.copyOf(desk.published), List.copyOf(said));
    }

    private List<SessionState> states() {
        List<SessionState> states = new ArrayList<>();
        for (AgentSession session : desk.sessions.all()) {
            if (session.turn.tryLock()) {
                states.add(session.state());
                session.turn.unlock();
            }
        }
        return states;
    }

    private void heard(byte[] framed) {
        try {
            assertThat(framed[0]).isZero();
            ServerToAgent message = ServerToAgent.parser().parseFrom(framed, 1, framed.length - 1);
            said.add(withoutWhatIsRandom(message).toString());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    /** New UIDs and download tokens. */
    private static ServerToAgent withoutWhatIsRandom(ServerToAgent message) {
        ServerToAgent.Builder same = message.toBuilder();
        if (message.hasAgentIdentification()) {
            same.setAgentIdentification(AgentIdentification.getDefaultInstance());
        }
        message.getPackagesAvailable()
                .getPackagesMap()
                .forEach((name, offered) -> {
                    PackageAvailable.Builder known = offered.toBuilder();
                    known.getFileBuilder().clearHeaders();
                    same.getPackagesAvailableBuilder().putPackages(name, known.build());
                });
        return same.build();
    }

    /** What the server sent and did on its connections since the last call. */
    List<String> takeSaid() {
        List<String> taken = List.copyOf(said);
        said.clear();
        return taken;
    }

    SettableClock clock() {
        return desk.clock;
    }

    AgentSession session(AgentId id) {
        return desk.sessions.find(id).orElseThrow();
    }

    void push(AgentId id) {
        desk.sessions.find(id).ifPresent(desk.desk.pushes()::push);
    }

    void refresh(AgentId id) {
        desk.sessions.find(id).ifPresent(AgentSession::wantRefresh);
    }

    void rivalAppeared(AgentId id) {
        desk.sessions
                .find(id)
                .ifPresent(session -> session.rivalAppeared(clock().instant(), false));
    }

    /** Sets what the server wants of an agent, where it is stored. */
    void desire(AgentId id, String yaml) {
        ConfigHash hash = desk.render(yaml);
        if (desk.store.find(id).isPresent()) {
            desk.desire(id, hash);
            push(id);
        }
    }

    /** Offers a package to an agent, while it is an updater. */
    void offerPackage(AgentId id, String version) {
        if (desk.store.find(id).filter(a -> a.kind() == AgentKind.UPDATER).isPresent()) {
            desk.packages.offer(id, version, clock().instant());
        }
    }

    /** Messages, nonsense, offers and whatever else was counted. */
    List<String> counted() {
        return desk.registry
                .expose()
                .lines()
                .filter(line -> line.startsWith("myriarch_opamp_"))
                .toList();
    }

    @Override
    public void close() {
        desk.close();
    }

    private final class Socket implements WebSocket {
        private boolean open = true;

        @Override
        public void send(byte[] message) {
            heard(message);
        }

        @Override
        public void close(int code, String reason) {
            open = false;
        }

        @Override
        public void abort() {
            open = false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        }
    }
}
