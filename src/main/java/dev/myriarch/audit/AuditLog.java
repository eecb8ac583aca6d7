package dev.myriarch.audit;

/** Where audit events go. Thread-safe. */
@FunctionalInterface
public interface AuditLog {
    /** Stores the event; an action whose event cannot be stored fails. */
    void record(AuditEvent event);
}
