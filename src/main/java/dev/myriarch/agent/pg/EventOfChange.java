package dev.myriarch.agent.pg;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Write;
import java.util.List;

/** An event that tells of a change, written by the transaction that makes it. */
public final class EventOfChange {
    private static final String ADD =
            """
            INSERT INTO agent_events (agent_id, at, type, severity, text, details)
            SELECT ?, ?, ?, ?, ?, ?::jsonb
            WHERE EXISTS (SELECT 1 FROM agents
              WHERE id = ? AND agents.xmin = pg_current_xact_id()::xid)
            """;

    private EventOfChange() {}

    /** Adds the event when the transaction has changed the agent before, else nothing. */
    public static Write write(AgentEvent event) {
        return new Write(ADD, AgentWrites.event(event));
    }

    /** As {@link #write}, for each of them. */
    public static void addAll(Jdbc transaction, List<AgentEvent> events) {
        // Those whose agents were not changed add nothing.
        int[] _ = transaction.batch(ADD, events.stream().map(AgentWrites::event).toList());
    }
}
