package dev.myriarch.gitops;

import static dev.myriarch.gitops.Fields.BOOL;
import static dev.myriarch.gitops.Fields.DESCRIPTION;
import static dev.myriarch.gitops.Fields.DISPLAY_NAME;
import static dev.myriarch.gitops.Fields.FREE;
import static dev.myriarch.gitops.Fields.NAME;
import static dev.myriarch.gitops.Fields.NO;
import static dev.myriarch.gitops.Fields.SELECTOR;
import static dev.myriarch.gitops.Fields.TEXT;
import static dev.myriarch.gitops.Fields.choice;
import static dev.myriarch.gitops.Fields.list;
import static dev.myriarch.gitops.Fields.object;
import static dev.myriarch.gitops.Fields.optional;
import static dev.myriarch.gitops.Fields.required;
import static dev.myriarch.gitops.Fields.text;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.IntType;
import dev.myriarch.gitops.FieldType.ObjectType;

/** The fields of fleets. */
final class FleetFields {
    private static final ObjectType SELECTION =
            object(
                    optional("enabled", BOOL, "Whether the UI may choose the version.")
                            .or(NO)
                            .raises(IssueCode.SELECTION_INVALID),
                    optional(
                                    "versionRange",
                                    TEXT,
                                    "Versions it may choose, such as \">=0.161.0, <=0.162.0\"."
                                            + " Either this or versions.")
                            .raises(IssueCode.SELECTION_INVALID),
                    optional("versions", list(text(TextForm.VERSION)), "Versions it may choose.")
                            .raises(IssueCode.SELECTION_INVALID),
                    optional("allowDowngrade", BOOL, "Whether lower versions, too.").or(NO),
                    optional("requireReason", BOOL, "Whether a reason is asked for.").or(NO),
                    policy("rolloutPolicy", "Policy for such rollouts; versionPolicy when missing.")
                            .raises(IssueCode.POLICY_NOT_FOUND));

    private static final ObjectType UPDATE =
            object(
                    optional(
                                    "executor",
                                    choice("none", "updater", "webhook", "awx", "manual"),
                                    "Who changes the version.")
                            .or("none")
                            .raises(IssueCode.EXECUTOR_NOT_FOUND),
                    optional("executorRef", NAME, "Executor; needed for webhook and awx.")
                            .raises(IssueCode.EXECUTOR_NOT_FOUND, IssueCode.EXECUTOR_INVALID),
                    optional("params", FREE, "For the executor.").or(Value.emptyMapping()),
                    optional(
                            "selection",
                            SELECTION,
                            "Frame in which the UI may choose the target version."));

    static final ObjectType SPEC =
            object(
                    DISPLAY_NAME,
                    DESCRIPTION,
                    optional(
                                    "priority",
                                    new IntType(-1_000_000, 1_000_000),
                                    "The highest wins where selectors overlap.")
                            .or(Value.of(0)),
                    optional(
                                    "selector",
                                    SELECTOR,
                                    "Which agents belong to the fleet; every one when missing or"
                                            + " empty.")
                            .raises(IssueCode.BRIDGE_SELECTED),
                    required("blueprint", NAME, "Blueprint that is rendered.")
                            .raises(IssueCode.BLUEPRINT_NOT_FOUND, IssueCode.MISSING_PARAMETER),
                    optional("parameters", FREE, "Values for the parameters of the blueprint.")
                            .or(Value.emptyMapping())
                            .raises(IssueCode.UNKNOWN_PARAMETER, IssueCode.INVALID_PARAMETER_VALUE),
                    optional(
                            "collector",
                            object(
                                    optional("distribution", TEXT, "Collector distribution.")
                                            .or("otelcol-contrib"),
                                    optional(
                                            "version",
                                            text(TextForm.VERSION),
                                            "Target version; versions are not managed when"
                                                    + " missing.")),
                            "The wanted collector."),
                    optional("update", UPDATE, "Who changes the version, and how."),
                    optional(
                            "rollout",
                            object(
                                    policy("configPolicy", "Policy for configurations.")
                                            .or(RolloutPolicy.DEFAULT_NAME)
                                            .raises(IssueCode.POLICY_NOT_FOUND),
                                    policy("versionPolicy", "Policy for versions.")
                                            .or(RolloutPolicy.DEFAULT_NAME)
                                            .raises(IssueCode.POLICY_NOT_FOUND)),
                            "Names of rollout policies."),
                    optional(
                            "bridge",
                            object(
                                    optional("manage", BOOL, "Whether Bridges are configured.")
                                            .or(NO)),
                            "OpAMP Bridges of the OpenTelemetry Operator."));

    private FleetFields() {}

    private static Field policy(String name, String description) {
        return optional(name, NAME, description);
    }
}
