package dev.myriarch.opamp;

import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One agent on one connection. Whoever works on it holds its {@link #turn}: the messages of an
 * agent, and pushes to it, take effect one after the other. The turn is held over database calls
 * and the send of a push on purpose, because what follows must see what was written; only this one
 * agent waits. At most one push waits beside the reader.
 */
final class AgentSession {
    final ReentrantLock turn = new ReentrantLock();
    private final AgentId id;
    private final Peer peer;
    private final Optional<Channel> channel;
    private final Optional<String> rivalHost;
    private final Instant since;
    private final ServerToAgent heardOnly;
    private final byte[] heardOnlyFramed;
    private final AtomicBoolean pushQueued = new AtomicBoolean();
    private volatile boolean refreshWanted;
    private volatile boolean ended;
    private volatile Heard heard;
    private volatile Optional<Rival> rival = Optional.empty();
    private SessionState state;
    private boolean assignmentOwed;
    private volatile boolean linkOwed;

    /**
     * @param channel where pushes go; empty for an agent that polls
     * @param rivalHost host of the agent that was online under this UID when the session began
     */
    AgentSession(
            Peer peer, Optional<Channel> channel, Optional<String> rivalHost, SessionState state) {
        this.id = state.id();
        this.peer = peer;
        this.channel = channel;
        this.rivalHost = rivalHost;
        this.heardOnly = Answers.to(id).build();
        this.heardOnlyFramed = Framing.writeFramed(heardOnly);
        this.state = state;
        this.since = state.refreshedAt().truncatedTo(ChronoUnit.MICROS);
        this.heard = new Heard(state.refreshedAt(), OptionalLong.empty(), state.refreshedAt());
        // The evaluation may have failed, or nobody was there for it.
        this.assignmentOwed =
                MessageDecider.isAssigned(state.agent().kind())
                        && state.agent().wanted().fleet().isEmpty();
    }

    AgentId id() {
        return id;
    }

    Peer peer() {
        return peer;
    }

    Optional<Channel> channel() {
        return channel;
    }

    Optional<String> rivalHost() {
        return rivalHost;
    }

    /** The answer that says no more than that the agent was heard. */
    ServerToAgent heardOnly() {
        return heardOnly;
    }

    /** An answer to add to. */
    ServerToAgent.Builder answer() {
        return heardOnly.toBuilder();
    }

    /** The bytes of an answer for the socket; not to be changed. */
    byte[] framed(ServerToAgent answer) {
        return answer.equals(heardOnly) ? heardOnlyFramed : Framing.writeFramed(answer);
    }

    /** When it began, as exactly as the database keeps it. */
    Instant since() {
        return since;
    }

    /** Only with the turn. */
    SessionState state() {
        checkTurn();
        return state;
    }

    /** Only with the turn. */
    void state(SessionState next) {
        checkTurn();
        state = next;
    }

    /** Whether the fleet of the agent is to be evaluated. Only with the turn. */
    boolean owesAssignment() {
        checkTurn();
        return assignmentOwed;
    }

    /** Only with the turn. */
    void owesAssignment(boolean owed) {
        checkTurn();
        assignmentOwed = owed;
    }

    /** Whether the agent may have a collector or an updater that it is not linked to yet. */
    boolean owesLink() {
        return linkOwed;
    }

    void owesLink(boolean owed) {
        linkOwed = owed;
    }

    /** Asks for a fresh read of the stored agent before the next decision. */
    void wantRefresh() {
        refreshWanted = true;
    }

    boolean isRefreshWanted() {
        return refreshWanted;
    }

    /** What is asked for from now on takes another read. */
    void refreshBegins() {
        refreshWanted = false;
    }

    /**
     * Another replica registered the agent.
     *
     * @param since when this one learned of it
     * @param spoke when the agent spoke here for the first time well after that
     * @param told whether the other replica said so, and so heard the agent just then
     */
    record Rival(Instant since, Optional<Instant> spoke, boolean told) {}

    Optional<Rival> rival() {
        return rival;
    }

    void rival(Optional<Rival> next) {
        rival = next;
    }

    /** The stored agent may be connected to another replica as well. */
    void rivalAppeared(Instant now, boolean told) {
        // One that gets lost beside a message is found with the next read of the agent.
        if (rival.isEmpty()) {
            rival = Optional.of(new Rival(now, Optional.empty(), told));
        }
    }

    /** True for the caller that has to queue a push; false when one waits already. */
    boolean queuePush() {
        return pushQueued.compareAndSet(false, true);
    }

    void pushBegins() {
        pushQueued.set(false);
    }

    /** True for the first caller. Only with the turn. */
    boolean end() {
        checkTurn();
        boolean first = !ended;
        ended = true;
        return first;
    }

    boolean ended() {
        return ended;
    }

    /**
     * The last message.
     *
     * @param sequence its number, unsigned; empty before the first one
     * @param unbroken since when each message had the number after the one before it
     */
    record Heard(Instant at, OptionalLong sequence, Instant unbroken) {
        boolean isFollowedBy(AgentMessage message) {
            return sequence.isPresent() && message.sequence() == sequence.getAsLong() + 1;
        }
    }

    void heard(AgentMessage message, Instant now) {
        Instant unbroken = heard.isFollowedBy(message) ? heard.unbroken() : now;
        heard = new Heard(now, OptionalLong.of(message.sequence()), unbroken);
    }

    Heard heard() {
        return heard;
    }

    Instant lastMessageAt() {
        return heard.at();
    }

    private void checkTurn() {
        if (!turn.isHeldByCurrentThread()) {
            throw new IllegalStateException("the session is used without its turn");
        }
    }
}
