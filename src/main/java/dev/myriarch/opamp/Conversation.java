package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import dev.myriarch.base.LogContext;
import dev.myriarch.base.UuidV7;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is said on one WebSocket, or in one poll. It speaks for one agent, plus the UIDs that the
 * server issued on it; with a multiplexing token for many. Confined to the thread that reads.
 */
final class Conversation {
    private static final Duration RETRY = Duration.ofSeconds(30);

    /** A refused claim is looked at again after this time: an operator may have released it. */
    private static final Duration REFUSED_FOR = Duration.ofSeconds(60);

    /** Agents of one multiplexing connection; also a bound of what was issued and refused on it. */
    private static final int MAX_AGENTS = 1000;

    private final Peer peer;
    private final Optional<Channel> channel;
    private final SessionDesk desk;
    private final MessageMapper mapper;
    private final InstantSource clock;
    private final Map<AgentId, AgentSession> sessions = new LinkedHashMap<>();
    private final Map<AgentId, AgentId> issued = new LinkedHashMap<>();
    private final Map<AgentId, Instant> refused = new LinkedHashMap<>();
    private final Map<AgentId, Instant> clones = new LinkedHashMap<>();

    /** Whom the connection spoke for first, under the name that it goes by now. */
    private Optional<AgentId> speaker = Optional.empty();

    Conversation(
            Peer peer,
            Optional<Channel> channel,
            SessionDesk desk,
            MessageMapper mapper,
            InstantSource clock) {
        this.peer = peer;
        this.channel = channel;
        this.desk = desk;
        this.mapper = mapper;
        this.clock = clock;
    }

    /** What to do with a message. */
    sealed interface Reply {
        record Answer(ServerToAgent message) implements Reply {}

        /** The peer breaks the rules of a connection; it is closed. */
        record Close(ServerToAgent last, String reason) implements Reply {}
    }

    Reply receive(AgentToServer wire) {
        Optional<AgentMessage> mapped = mapper.map(wire);
        if (mapped.isEmpty()) {
            return new Reply.Answer(
                    Answers.badRequest(
                            wire.getInstanceUid(), "instance_uid must be 16 bytes, a UUID"));
        }
        AgentMessage message = mapped.get();
        return LogContext.call(LogContext.Field.AGENT, message.id(), () -> receive(wire, message));
    }

    /**
     * The framed answer to a heartbeat of an agent that the connection speaks for, when nothing has
     * to be waited for. Empty when nothing has happened, and {@link #receive} takes the message.
     */
    Optional<byte[]> receiveNow(AgentMessage heartbeat) {
        AgentSession session = sessions.get(heartbeat.id());
        try {
            return session == null ? Optional.empty() : desk.processNow(session, heartbeat);
        } catch (RuntimeException _) {
            // Happens again, and is reported then.
            return Optional.empty();
        }
    }

    private Reply receive(AgentToServer wire, AgentMessage message) {
        try {
            return receive(message);
        } catch (RuntimeException e) {
            desk.failures().warn("agent " + message.id(), "a message failed", e);
            return new Reply.Answer(Answers.unavailable(wire.getInstanceUid(), RETRY));
        }
    }

    private Reply receive(AgentMessage message) {
        AgentId id = message.id();
        if (message.requestsUid()) {
            return newIdentity(id);
        }
        AgentSession session = sessions.get(id);
        if (session == null) {
            speaker = speaker.or(() -> Optional.of(id));
            if (isSwitch(id)) {
                return new Reply.Close(
                        Answers.badRequest(uid(id), "a connection speaks for one instance UID"),
                        "a second instance UID");
            }
            if (sessions.size() >= MAX_AGENTS) {
                return new Reply.Answer(Answers.unavailable(uid(id), RETRY));
            }
            Instant again = refused.get(id);
            if (again != null && clock.instant().isBefore(again)) {
                return foreign(id);
            }
            return open(message);
        }
        return process(session, message);
    }

    /** True when the connection spoke for another agent and nobody issued this UID. */
    private boolean isSwitch(AgentId id) {
        return peer.transport() == Transport.WEBSOCKET
                && !peer.credential().multiplex()
                && speaker.filter(id::equals).isEmpty()
                && !issued.containsValue(id);
    }

    private Reply open(AgentMessage message) {
        // Its place was given to the other machine for good, not only for this message.
        if (clones.containsKey(message.id()) && desk.isHeld(message.id())) {
            return newIdentity(message.id());
        }
        return switch (desk.open(peer, channel, message)) {
            case SessionDesk.Opening.Opened(AgentSession session) -> {
                speaker = Optional.of(message.id());
                endRenamed(message.id());
                remember(sessions, message.id(), session);
                yield process(session, message);
            }
            case SessionDesk.Opening.Clone(boolean flapping) -> {
                if (flapping) {
                    remember(clones, message.id(), clock.instant());
                }
                yield newIdentity(message.id());
            }
            case SessionDesk.Opening.Foreign _ -> {
                remember(refused, message.id(), clock.instant().plus(REFUSED_FOR));
                yield foreign(message.id());
            }
            case SessionDesk.Opening.Full _ ->
                    new Reply.Answer(Answers.unavailable(uid(message.id()), RETRY));
        };
    }

    private Reply process(AgentSession session, AgentMessage message) {
        return switch (desk.process(session, peer, message)) {
            case SessionDesk.Processed.Answered(ServerToAgent answer) -> {
                if (message.disconnects()) {
                    sessions.remove(message.id());
                    desk.end(session, Presence.Ending.byAgent(isStop(message)));
                }
                yield new Reply.Answer(answer);
            }
            case SessionDesk.Processed.Clone _ -> {
                if (sessions.remove(message.id()) != null
                        && peer.transport() == Transport.WEBSOCKET) {
                    desk.giveUp(session);
                    remember(clones, message.id(), clock.instant());
                }
                yield newIdentity(message.id());
            }
            case SessionDesk.Processed.Replaced _ -> {
                sessions.remove(message.id());
                // A gateway speaks for other agents as well; this one simply came back to it.
                yield peer.credential().multiplex()
                        ? new Reply.Answer(Answers.unavailable(uid(message.id()), RETRY))
                        : new Reply.Close(
                                Answers.to(message.id()).build(), "a newer connection took over");
            }
        };
    }

    private static boolean isStop(AgentMessage message) {
        return message.report()
                .health()
                .filter(health -> HealthPhase.of(health) == HealthPhase.STOPPING)
                .isPresent();
    }

    /** The agent goes by a UID that we issued, so the one it had before is over. */
    private void endRenamed(AgentId newId) {
        issued.entrySet()
                .removeIf(entry -> {
                    if (!entry.getValue().equals(newId)) {
                        return false;
                    }
                    AgentSession old = sessions.remove(entry.getKey());
                    if (old != null) {
                        desk.end(old, Presence.Ending.of(DisconnectCause.AGENT));
                    }
                    return true;
                });
    }

    /** The same new UID for the same old one, however often the agent asks. */
    private Reply newIdentity(AgentId id) {
        AgentId newId = issued.get(id);
        if (newId == null) {
            newId = new AgentId(UuidV7.create(clock.instant()));
            remember(issued, id, newId);
        }
        return new Reply.Answer(Answers.newIdentity(id, newId));
    }

    /**
     * The connection stays open, because a client that is closed comes back at once and for ever;
     * its messages are answered without a look at the database.
     */
    private static Reply foreign(AgentId id) {
        return new Reply.Answer(
                Answers.badRequest(
                        uid(id),
                        "this instance UID is bound to another credential;"
                                + " an administrator has to re-enroll the agent"));
    }

    private static ByteString uid(AgentId id) {
        return ByteString.copyFrom(id.toBytes());
    }

    private static <V> void remember(Map<AgentId, V> map, AgentId id, V value) {
        map.put(id, value);
        if (map.size() > MAX_AGENTS + 1) {
            map.remove(map.keySet().iterator().next());
        }
    }

    /** The agent shall be asked to use {@code newId}: its next message may carry it. */
    void expect(AgentId id, AgentId newId) {
        remember(issued, id, newId);
    }

    /** The connection is over. */
    void end(DisconnectCause cause) {
        end(Presence.Ending.of(cause));
    }

    /** The connection is over. */
    void end(Presence.Ending ending) {
        sessions.values().forEach(session -> desk.end(session, ending));
        sessions.clear();
    }
}
