package dev.myriarch.retention;

import java.util.Locale;

/** Data that is removed after a while, in the order in which it is. */
public enum Kept {
    AGENT_EVENTS,
    AUDIT_EVENTS,
    FINISHED_ROLLOUTS,
    GITOPS_SYNCS,
    /** With their events and offers. */
    OFFLINE_AGENTS,
    /** Nothing refers to them; after what may refer to them. */
    RENDERED_CONFIGS,
    EFFECTIVE_CONFIGS,
    COMPONENT_SETS,
    /** Values of the key-value store whose time is over, such as markers of single use. */
    EXPIRED_KEYS;

    /** Label of metrics: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
