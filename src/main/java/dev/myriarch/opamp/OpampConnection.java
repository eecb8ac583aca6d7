package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.websocket.WebSocket;
import dev.myriarch.websocket.WebSocketHandler;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket of an agent, or of a gateway that speaks for many. Messages come on the reading
 * thread; pushes and the end of the server come on others.
 */
final class OpampConnection implements WebSocketHandler, Channel {
    private static final int CLOSE_GOING_AWAY = 1001;
    private static final int CLOSE_PROTOCOL = 1002;
    private static final int CLOSE_UNSUPPORTED = 1003;
    private static final int CLOSE_NORMAL = 1000;

    /** A peer that only sends nonsense is sent away. */
    private static final int MAX_MALFORMED = 10;

    private final Peer peer;
    private final OpampMetrics metrics;
    private final Conversation conversation;
    private final Consumer<OpampConnection> onOpened;
    private final Consumer<OpampConnection> onClosed;
    private volatile @Nullable WebSocket socket;
    private volatile boolean stopping;
    private volatile Optional<Presence.Ending> credentialEnded = Optional.empty();
    private int malformed;

    /**
     * @param conversation builds the conversation on this channel
     * @param onClosed called once, after the sessions ended
     */
    OpampConnection(
            Peer peer,
            Function<Channel, Conversation> conversation,
            Consumer<OpampConnection> onOpened,
            Consumer<OpampConnection> onClosed,
            OpampMetrics metrics) {
        this.peer = peer;
        this.metrics = metrics;
        this.conversation = conversation.apply(new Handle());
        this.onOpened = onOpened;
        this.onClosed = onClosed;
    }

    /** Hands calls on; the connection itself does not leave its constructor half built. */
    private final class Handle implements Channel {
        @Override
        public void send(ServerToAgent message) throws IOException {
            OpampConnection.this.send(message);
        }

        @Override
        public void close(int code, String reason) {
            OpampConnection.this.close(code, reason);
        }
    }

    Peer peer() {
        return peer;
    }

    @Override
    public void opened(WebSocket opened) {
        socket = opened;
        onOpened.accept(this);
    }

    @Override
    public void binary(byte[] bytes) {
        if (credentialEnded.isPresent()) {
            return;
        }
        switch (Framing.readFramed(bytes)) {
            case Framing.Decoded.Malformed(String reason) -> {
                metrics.malformed(Transport.WEBSOCKET);
                answer(Answers.badRequest(ByteString.EMPTY, reason));
                if (++malformed >= MAX_MALFORMED) {
                    close(CLOSE_PROTOCOL, "too many malformed messages");
                }
            }
            case Framing.Decoded.Message(var message) -> {
                malformed = 0;
                metrics.message(Transport.WEBSOCKET);
                switch (conversation.receive(message)) {
                    case Conversation.Reply.Answer(ServerToAgent answer) -> answer(answer);
                    case Conversation.Reply.Close(ServerToAgent last, String reason) -> {
                        answer(last);
                        close(SessionDesk.CLOSE_POLICY, reason);
                    }
                }
            }
        }
    }

    @Override
    public Optional<byte[]> answerNow(byte[] bytes) {
        Optional<AgentMessage> heartbeat = Heartbeat.read(bytes);
        if (heartbeat.isEmpty() || credentialEnded.isPresent()) {
            return Optional.empty();
        }
        Optional<byte[]> answer = conversation.receiveNow(heartbeat.get());
        if (answer.isPresent()) {
            malformed = 0;
            metrics.message(Transport.WEBSOCKET);
        }
        return answer;
    }

    @Override
    public void text(String message) {
        close(CLOSE_UNSUPPORTED, "OpAMP messages are binary");
    }

    @Override
    public void closed(CloseCause cause) {
        try {
            conversation.end(
                    credentialEnded.orElseGet(() -> Presence.Ending.of(disconnectCause(cause))));
        } finally {
            onClosed.accept(this);
        }
    }

    private DisconnectCause disconnectCause(CloseCause cause) {
        if (stopping || (cause.code() == CLOSE_GOING_AWAY && !cause.byPeer())) {
            return DisconnectCause.REPLICA_STOPPED;
        }
        boolean planned = cause.code() == CLOSE_NORMAL || cause.code() == CLOSE_GOING_AWAY;
        return planned && cause.byPeer() ? DisconnectCause.AGENT : DisconnectCause.NETWORK;
    }

    /** A peer that is gone is noticed by the reader, which is where this runs. */
    private void answer(ServerToAgent message) {
        try {
            send(message);
        } catch (IOException gone) {
            WebSocket current = socket;
            if (current != null) {
                current.abort();
            }
        }
    }

    @Override
    public void send(ServerToAgent message) throws IOException {
        WebSocket current = socket;
        if (current == null) {
            throw new IOException("the connection is not open yet");
        }
        current.send(Framing.writeFramed(message));
    }

    @Override
    public void close(int code, String reason) {
        WebSocket current = socket;
        if (current != null) {
            current.close(code, reason);
        }
    }

    /** Nothing that comes from now on counts. The agent comes back and is refused. */
    void credentialEnded(Presence.Ending ending) {
        credentialEnded = Optional.of(ending);
        close(SessionDesk.CLOSE_POLICY, "the credential was revoked or has expired");
    }

    /** The replica stops; the agent shall look for another one. */
    void goAway() {
        stopping = true;
        close(CLOSE_GOING_AWAY, "the server stops");
    }
}
