package dev.myriarch.audit;

import dev.myriarch.base.Value;
import java.time.Instant;
import java.util.Objects;

/**
 * Something that somebody did or tried.
 *
 * @param actor reference of a principal, credential of an agent ({@code token:} and the id of its
 *     enrollment token), {@code system}, or {@code anonymous}
 * @param action {@code <object>.<verb>}, such as {@code auth.login}
 * @param targetType kind of what it was done to, such as {@code user}
 * @param targetId its id or name, may be empty
 * @param success false when it was refused or failed
 * @param details further facts, without secrets
 */
public record AuditEvent(
        Instant at,
        String actor,
        String action,
        String targetType,
        String targetId,
        boolean success,
        Value.Mapping details) {
    public AuditEvent {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(targetType, "targetType");
        Objects.requireNonNull(targetId, "targetId");
        Objects.requireNonNull(details, "details");
    }
}
