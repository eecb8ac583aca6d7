package dev.myriarch.gitops;

import static dev.myriarch.gitops.Fields.BOOL;
import static dev.myriarch.gitops.Fields.COUNT;
import static dev.myriarch.gitops.Fields.DISPLAY_NAME;
import static dev.myriarch.gitops.Fields.DURATION;
import static dev.myriarch.gitops.Fields.NAME;
import static dev.myriarch.gitops.Fields.NO;
import static dev.myriarch.gitops.Fields.SELECTOR;
import static dev.myriarch.gitops.Fields.TEXT;
import static dev.myriarch.gitops.Fields.TIMEOUT;
import static dev.myriarch.gitops.Fields.choice;
import static dev.myriarch.gitops.Fields.list;
import static dev.myriarch.gitops.Fields.object;
import static dev.myriarch.gitops.Fields.optional;
import static dev.myriarch.gitops.Fields.required;
import static dev.myriarch.gitops.Fields.text;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.IntType;
import dev.myriarch.gitops.FieldType.ObjectType;

/** The fields of rollout policies. */
final class PolicyFields {
    private static final ObjectType WAVE =
            object(
                            required("name", NAME, "Unique in the policy.")
                                    .raises(IssueCode.WAVE_INVALID),
                            optional("selector", SELECTOR, "Agents of the wave."),
                            optional(
                                            "percent",
                                            new IntType(1, 100, true),
                                            "Share of all agents up to this wave, so it grows from"
                                                    + " wave to wave.")
                                    .raises(IssueCode.WAVE_INVALID),
                            optional("requireApproval", BOOL, "Whether a person starts the wave.")
                                    .or(NO))
                    .exactlyOne("selector", "percent");

    private static final ObjectType WINDOW =
            object(
                    optional("days", list(text(TextForm.WEEKDAY)), "Every day when empty.")
                            .raises(IssueCode.WINDOW_INVALID),
                    required("start", text(TextForm.TIME_OF_DAY), "Begin of the window, in quotes.")
                            .raises(IssueCode.WINDOW_INVALID),
                    required(
                                    "end",
                                    text(TextForm.TIME_OF_DAY),
                                    "End of the window, in quotes; on the next day when it is not"
                                            + " after start.")
                            .raises(IssueCode.WINDOW_INVALID),
                    optional("timezone", TEXT, "Zone of the IANA database, or agent.")
                            .or("agent")
                            .raises(IssueCode.WINDOW_INVALID));

    static final ObjectType SPEC =
            object(
                    DISPLAY_NAME,
                    optional("waves", list(WAVE), "Waves in order; one of all agents when missing.")
                            .raises(IssueCode.WAVE_INVALID),
                    optional("maxConcurrent", COUNT, "Agents changing at once; 0 is any number.")
                            .or(Value.of(0)),
                    optional("healthWait", DURATION, "How long an agent must stay healthy.")
                            .or("60s"),
                    optional(
                            "applyTimeout",
                            TIMEOUT,
                            "Longest time for an agent to change; 10m for configurations and 30m"
                                    + " for versions when missing."),
                    optional("offlineGracePeriod", DURATION, "Then an offline agent is skipped.")
                            .or("15m"),
                    optional(
                            "failureThreshold",
                            object(
                                    optional(
                                                    "maxFailed",
                                                    COUNT,
                                                    "Failed agents of a wave; 0 switches it off.")
                                            .or(Value.of(0)),
                                    optional(
                                                    "maxFailedPercent",
                                                    new IntType(0, 100),
                                                    "Share of failed agents of a wave; 0 switches"
                                                            + " it off.")
                                            .or(Value.of(0))),
                            "When a wave has failed; one agent counts when both are 0."),
                    optional("onFailure", choice("pause", "rollback"), "What happens then.")
                            .or("pause"),
                    optional("timezoneAttribute", TEXT, "Attribute with the IANA zone of an agent.")
                            .or("site.timezone"),
                    optional(
                                    "defaultTimezone",
                                    TEXT,
                                    "Zone of the IANA database of agents without that attribute.")
                            .raises(IssueCode.POLICY_INVALID),
                    optional(
                            "maintenanceWindows",
                            list(WINDOW),
                            "When agents may begin to change; always when missing."));

    private PolicyFields() {}
}
