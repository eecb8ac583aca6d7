package dev.myriarch.agent;

import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stored inventory. Every write says whether it hit; the caller looks. */
public interface AgentStore {
    Optional<Agent> find(AgentId id);

    /** Agents of these ids that exist, in no order. */
    List<Agent> findAll(Collection<AgentId> ids);

    AgentPage list(AgentQuery query);

    /** Counts for the overview and the filter bar. */
    AgentFacets facets(AgentQuery query);

    /**
     * Inserts or updates what the agent says of itself. Labels and credential are set on insert
     * only; a credential that an administrator released (empty) is bound again. An agent that
     * became a bridge forgets its effective configuration.
     *
     * @return true when the agent is new
     */
    boolean upsertDescription(
            AgentId id, AgentKind kind, Description description, String credential, Instant now);

    /**
     * Stores several changes of one agent in order, all or none of them.
     *
     * @return false when the agent is gone, and so its changes with it
     */
    boolean write(AgentId id, List<AgentWrite> changes, Instant now);

    boolean updateCapabilities(AgentId id, long capabilities, Instant now);

    boolean markOnline(
            AgentId id, String replica, String transport, String remoteAddress, Instant now);

    /**
     * Gives the agent back to a connection that is older than the one that took its place.
     *
     * @param since when the older connection began; a newer one holds the agent until now
     * @return false when none does
     */
    boolean takeBack(
            AgentId id,
            String replica,
            String transport,
            String remoteAddress,
            Instant since,
            Instant now);

    /** Only when {@code replica} still holds the agent. */
    boolean markOffline(AgentId id, String replica, DisconnectCause cause, Instant now);

    /**
     * The connection of an agent is over; only when {@code replica} still holds the agent.
     *
     * @param seen when it was heard last
     * @param events what there is to tell then
     * @return whether that replica held it
     */
    boolean disconnect(
            AgentId id,
            String replica,
            DisconnectCause cause,
            Optional<Instant> seen,
            List<AgentEvent> events,
            Instant now);

    /** All agents of a replica that is gone or stops; returns who they were. */
    List<AgentId> markReplicaOffline(String replica, DisconnectCause cause, Instant now);

    /** Online agents without a message since {@code before} become offline; returns them. */
    List<AgentId> markStaleOffline(Instant before, Instant now);

    /**
     * One statement for all of them. An agent that was heard after it went offline was taken for
     * lost too early and is online again.
     */
    void touchLastSeen(Map<AgentId, Instant> lastSeen);

    boolean storeHealth(AgentId id, boolean healthy, Value health, Instant now);

    boolean storePackages(AgentId id, PackageReport report, Instant now);

    /** Stores the body under its hash where it is not yet, and points the agent to it. */
    boolean storeEffectiveConfig(
            AgentId id, ConfigHash hash, byte[] body, String contentType, Instant now);

    boolean storeRemoteConfig(AgentId id, Reported.RemoteConfig status);

    /**
     * Stores what the collector of the agent contains, and points the agent to it. The set is kept
     * under the SHA-256 of its content, computed here. The hash that the agent gives it cannot be
     * checked, as every client computes it in its own way; were sets found by it, one agent could
     * store a wrong set for all others of its version. So it only says whether this very agent
     * still has the set that it reported before.
     *
     * @param reported what the agent calls the set
     * @param components kind (receivers, …) to types
     */
    boolean storeComponents(
            AgentId id, ConfigHash reported, Map<String, List<String>> components, Instant now);

    /** The component set of {@link Reported.Components#set}: kind (receivers, …) to types. */
    Optional<Map<String, List<String>>> components(ConfigHash set);

    /** Marks {@code hash} as failed when it is the desired one. */
    boolean markFailed(AgentId id, ConfigHash hash);

    boolean clearFailed(AgentId id);

    /** Asks for a restart of the collector; whoever sends it takes it. */
    boolean requestRestart(AgentId id, Instant now);

    /** Takes the restart that was asked for at that time; true for one caller only. */
    boolean takeRestart(AgentId id, Instant requested);

    /** Takes all restarts that were asked for before that time; returns whose they were. */
    List<AgentId> takeOldRestarts(Instant before);

    /** Asks for the full state, and takes the mark of a failed configuration away. */
    boolean requestResync(AgentId id, Instant now);

    /** Takes the wish for the full state of that time; true for one caller only. */
    boolean takeResync(AgentId id, Instant requested);

    /** The next credential that presents the instance UID is the one that the agent is bound to. */
    boolean releaseCredential(AgentId id, Instant now);

    /**
     * Binds the agent to another credential.
     *
     * @param bound what it is bound to so far
     */
    boolean rebind(AgentId id, String bound, String credential, Instant now);

    /**
     * Remembers that claims on the instance UID were turned away.
     *
     * @param claims how many since the last time
     */
    boolean recordConflict(AgentId id, int claims, String reason, Instant now);

    /** Forgets conflicts that nothing was added to since then; returns whose they were. */
    List<AgentId> forgetConflicts(Instant before);

    /** Stores a comparison, when the agent still reports what was compared. */
    boolean storeProof(AgentId id, ConfigProof proof);

    Optional<StoredConfig> effectiveConfig(ConfigHash hash);

    void addEvent(AgentEvent event);

    List<AgentEvent> events(AgentId id, int limit);

    boolean delete(AgentId id);

    /** A stored configuration text. */
    record StoredConfig(ConfigHash hash, byte[] body, String contentType) {}
}
