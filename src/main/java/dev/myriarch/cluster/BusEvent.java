package dev.myriarch.cluster;

import dev.myriarch.domain.AgentId;
import java.util.List;

/**
 * What replicas tell each other. Delivery is best effort: a consumer reads the authoritative state
 * from the database, so a lost event costs time and never correctness.
 */
public sealed interface BusEvent {
    /** The reported state of these agents changed. */
    record AgentStateChanged(List<AgentId> agents) implements BusEvent {
        public AgentStateChanged {
            agents = List.copyOf(agents);
        }
    }

    record AgentRemoved(AgentId agent) implements BusEvent {}

    /** Desired configuration, failed marker or offers of these agents changed: reconcile them. */
    record DesiredStateChanged(List<AgentId> agents) implements BusEvent {
        public DesiredStateChanged {
            agents = List.copyOf(agents);
        }
    }

    /** An operator asked something of these agents: whoever holds their connections sends it. */
    record AgentCommanded(List<AgentId> agents) implements BusEvent {
        public AgentCommanded {
            agents = List.copyOf(agents);
        }
    }

    /**
     * An agent that is connected to another replica spoke to this one.
     *
     * @param replica name of the one that it is connected to since
     */
    record AgentMoved(AgentId agent, String replica) implements BusEvent {}

    /** Fleet, assigned configuration, labels or assignment error of these agents changed. */
    record AssignmentChanged(List<AgentId> agents) implements BusEvent {
        public AssignmentChanged {
            agents = List.copyOf(agents);
        }
    }

    /** A GitOps sync ended; the active snapshot may be a new one. */
    record GitopsSynced(String revision, boolean applied) implements BusEvent {}

    /** Somebody asks the leader to sync now. */
    record GitopsSyncRequested() implements BusEvent {}

    /** Sessions or API tokens were revoked: drop what is cached of credentials. */
    record CredentialsChanged() implements BusEvent {}

    /** Enrollment tokens were revoked, expired or changed. */
    record EnrollmentTokensChanged() implements BusEvent {}

    /**
     * The bus was away for a while, or this subscriber did not keep up and missed events; whoever
     * caches reads again. Local, never sent.
     */
    record BusReconnected() implements BusEvent {}
}
