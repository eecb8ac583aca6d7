package dev.myriarch.opamp;

import dev.myriarch.domain.AgentId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions of this replica by agent; one for each agent. Thread-safe and bounded. */
final class AgentSessions {
    private final int maxSessions;
    private final Map<AgentId, AgentSession> current = new ConcurrentHashMap<>();

    AgentSessions(int maxSessions) {
        this.maxSessions = maxSessions;
    }

    /** What came of a registration. */
    sealed interface Registration {
        /**
         * @param replaced the older session of the same agent
         */
        record Registered(Optional<AgentSession> replaced) implements Registration {}

        record Full() implements Registration {}
    }

    Registration register(AgentSession session) {
        if (current.size() >= maxSessions && !current.containsKey(session.id())) {
            return new Registration.Full();
        }
        return new Registration.Registered(
                Optional.ofNullable(current.put(session.id(), session))
                        .filter(older -> older != session));
    }

    Optional<AgentSession> find(AgentId id) {
        return Optional.ofNullable(current.get(id));
    }

    boolean isCurrent(AgentSession session) {
        return current.get(session.id()) == session;
    }

    /** True when {@code session} was the current one. */
    boolean remove(AgentSession session) {
        return current.remove(session.id(), session);
    }

    Collection<AgentSession> all() {
        return List.copyOf(current.values());
    }

    int size() {
        return current.size();
    }
}
