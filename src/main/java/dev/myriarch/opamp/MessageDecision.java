package dev.myriarch.opamp;

import java.util.List;

/**
 * What follows from a message, before the answer is built.
 *
 * @param state the session after the message, once {@code changes} are written
 * @param changes for the store, in order
 * @param assign evaluate the fleet again, after the changes and before the answer
 * @param requestFullState the answer asks for everything
 * @param requestComponents the agent has a component set that is not stored
 */
record MessageDecision(
        SessionState state,
        List<Change> changes,
        boolean assign,
        boolean requestFullState,
        boolean requestComponents) {
    MessageDecision {
        changes = List.copyOf(changes);
    }
}
