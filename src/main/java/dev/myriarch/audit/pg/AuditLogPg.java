package dev.myriarch.audit.pg;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.StoredText;

/** Table {@code audit_events}. */
public final class AuditLogPg implements AuditLog {
    private static final String INSERT =
            """
            INSERT INTO audit_events (at, actor, action, target_type, target_id, result, details)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;

    private final Jdbc jdbc;

    public AuditLogPg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void record(AuditEvent event) {
        int hits =
                jdbc.update(
                        INSERT,
                        parameters ->
                                parameters
                                        .instant(event.at())
                                        .text(event.actor())
                                        .text(event.action())
                                        .text(event.targetType())
                                        .text(StoredText.of(event.targetId()))
                                        .text(event.success() ? "success" : "failure")
                                        .json(StoredText.json(event.details())));
        if (hits != 1) {
            throw new IllegalStateException("the audit event was not stored");
        }
    }
}
