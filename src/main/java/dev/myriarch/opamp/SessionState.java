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
 * @param fullStateWanted something was lost on our side, so the next answer asks for everything
 * @param fullStateAskedAt when everything was asked for last on this connection
 * @param componentsAskedAt when the component set was asked for and did not come yet
 * @param healthTold what was told about the health of the agent
 * @param restart a restart command that was sent, while its end is waited for
 * @param refreshedAt when {@link #agent} was read
 */
record SessionState(
        AgentId id,
        Transport transport,
        KnownAgent agent,
        OfferHistory offers,
        OptionalLong lastSequence,
        boolean fullStateWanted,
        Optional<Instant> fullStateAskedAt,
        Optional<Instant> componentsAskedAt,
        HealthTold healthTold,
        Optional<RestartWatch> restart,
        Instant refreshedAt) {

    static SessionState start(AgentId id, Transport transport, Optional<Agent> agent, Instant now) {
        KnownAgent known = agent.map(KnownAgent::of).orElseGet(KnownAgent::unknown);
        return new SessionState(
                id,
                transport,
                known,
                OfferHistory.NONE,
                OptionalLong.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                HealthTold.of(known),
                Optional.empty(),
                now);
    }

    /** The stored agent was read again; empty when its row is gone. */
    SessionState refreshed(Optional<Agent> read, Instant now) {
        return new SessionState(
                id,
                transport,
                read.map(KnownAgent::of).orElseGet(KnownAgent::unknown),
                offers,
                lastSequence,
                fullStateWanted,
                fullStateAskedAt,
                componentsAskedAt,
                healthTold,
                restart,
                now);
    }

    SessionState withAgent(KnownAgent known) {
        return new SessionState(
                id,
                transport,
                known,
                offers,
                lastSequence,
                fullStateWanted,
                fullStateAskedAt,
                componentsAskedAt,
                healthTold,
                restart,
                refreshedAt);
    }

    SessionState withOffers(OfferHistory history) {
        return new SessionState(
                id,
                transport,
                agent,
                history,
                lastSequence,
                fullStateWanted,
                fullStateAskedAt,
                componentsAskedAt,
                healthTold,
                restart,
                refreshedAt);
    }

    SessionState withSequence(long sequence) {
        return new SessionState(
                id,
                transport,
                agent,
                offers,
                OptionalLong.of(sequence),
                fullStateWanted,
                fullStateAskedAt,
                componentsAskedAt,
                healthTold,
                restart,
                refreshedAt);
    }

    SessionState withFullStateWanted(boolean wanted) {
        return new SessionState(
                id,
                transport,
                agent,
                offers,
                lastSequence,
                wanted,
                fullStateAskedAt,
                componentsAskedAt,
                healthTold,
                restart,
                refreshedAt);
    }

    /** The next answer asks for everything. */
    SessionState withFullStateAsked(Instant at) {
        return new SessionState(
                id,
                transport,
                agent,
                offers,
                lastSequence,
                false,
                Optional.of(at),
                componentsAskedAt,
                healthTold,
                restart,
                refreshedAt);
    }

    SessionState withComponentsAsked(Optional<Instant> at) {
        return new SessionState(
                id,
                transport,
                agent,
                offers,
                lastSequence,
                fullStateWanted,
                fullStateAskedAt,
                at,
                healthTold,
                restart,
                refreshedAt);
    }

    SessionState withHealthTold(HealthTold told) {
        return new SessionState(
                id,
                transport,
                agent,
                offers,
                lastSequence,
                fullStateWanted,
                fullStateAskedAt,
                componentsAskedAt,
                told,
                restart,
                refreshedAt);
    }

    SessionState withRestart(Optional<RestartWatch> watch) {
        return new SessionState(
                id,
                transport,
                agent,
                offers,
                lastSequence,
                fullStateWanted,
                fullStateAskedAt,
                componentsAskedAt,
                healthTold,
                watch,
                refreshedAt);
    }
}
