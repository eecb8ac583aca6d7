package dev.myriarch.opamp;

import dev.myriarch.agent.Agent;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a connection knows of one agent; every decision is a function of it. Immutable.
 *
 * @param lastSequence sequence number of the last message; empty before the first
 * @param refreshedAt when {@link #agent} was read
 */
record SessionState(
        AgentId id,
        Transport transport,
        KnownAgent agent,
        OfferHistory offers,
        OptionalLong lastSequence,
        Asked asked,
        CollectorWatch collector,
        Instant refreshedAt) {

    static SessionState start(AgentId id, Transport transport, Optional<Agent> agent, Instant now) {
        return start(id, transport, known(agent), now);
    }

    static SessionState start(AgentId id, Transport transport, KnownAgent agent, Instant now) {
        return new SessionState(
                id,
                transport,
                agent,
                OfferHistory.NONE,
                OptionalLong.empty(),
                Asked.NOTHING,
                CollectorWatch.of(agent),
                now);
    }

    private static KnownAgent known(Optional<Agent> agent) {
        return agent.map(KnownAgent::of).orElseGet(KnownAgent::unknown);
    }

    /** The stored agent was read again; empty when its row is gone. */
    SessionState refreshed(Optional<Agent> read, Instant now) {
        KnownAgent known = known(read);
        // Until the agent has spoken here, what was told is what is stored.
        CollectorWatch watch =
                lastSequence.isEmpty() ? collector.withTold(HealthTold.of(known)) : collector;
        return new SessionState(id, transport, known, offers, lastSequence, asked, watch, now);
    }

    SessionState withAgent(KnownAgent known) {
        return new SessionState(
                id, transport, known, offers, lastSequence, asked, collector, refreshedAt);
    }

    SessionState withOffers(OfferHistory history) {
        return new SessionState(
                id, transport, agent, history, lastSequence, asked, collector, refreshedAt);
    }

    SessionState withSequence(long sequence) {
        OptionalLong last = OptionalLong.of(sequence);
        return new SessionState(id, transport, agent, offers, last, asked, collector, refreshedAt);
    }

    SessionState withAsked(Asked next) {
        return next.equals(asked)
                ? this
                : new SessionState(
                        id, transport, agent, offers, lastSequence, next, collector, refreshedAt);
    }

    SessionState withCollector(CollectorWatch next) {
        return new SessionState(
                id, transport, agent, offers, lastSequence, asked, next, refreshedAt);
    }

    SessionState withFullStateWanted(boolean wanted) {
        return withAsked(asked.withFullStateWanted(wanted));
    }

    SessionState withRestart(Optional<RestartWatch> watch) {
        return withCollector(collector.withRestart(watch));
    }
}
