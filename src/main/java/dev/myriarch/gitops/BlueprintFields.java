package dev.myriarch.gitops;

import static dev.myriarch.gitops.Fields.ANY;
import static dev.myriarch.gitops.Fields.BOOL;
import static dev.myriarch.gitops.Fields.DESCRIPTION;
import static dev.myriarch.gitops.Fields.DISPLAY_NAME;
import static dev.myriarch.gitops.Fields.FREE;
import static dev.myriarch.gitops.Fields.NAME;
import static dev.myriarch.gitops.Fields.NO;
import static dev.myriarch.gitops.Fields.NUMBER;
import static dev.myriarch.gitops.Fields.TEXT;
import static dev.myriarch.gitops.Fields.choice;
import static dev.myriarch.gitops.Fields.list;
import static dev.myriarch.gitops.Fields.object;
import static dev.myriarch.gitops.Fields.optional;
import static dev.myriarch.gitops.Fields.required;
import static dev.myriarch.gitops.Fields.text;

import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.ObjectType;

/** The fields of blueprints. */
final class BlueprintFields {
    private static final Field REMOVE =
            optional(
                    "remove",
                    list(text(TextForm.REMOVED_PATH)),
                    "Paths of the configuration that are deleted after the rest was merged, such as"
                            + " service::pipelines::logs.");

    /** Problems of the configuration itself, and of what is rendered from it. */
    private static final Field CONFIG =
            optional(
                            "config",
                            FREE,
                            "Collector configuration; templates in keys and texts. It is merged"
                                    + " over the layers before it.")
                    .raises(
                            IssueCode.INVALID_CONFIG_KEY,
                            IssueCode.UNQUOTED_TEMPLATE,
                            IssueCode.TEMPLATE_ERROR,
                            IssueCode.CONFIG_INVALID_TOPLEVEL,
                            IssueCode.INVALID_COMPONENT_ID,
                            IssueCode.INVALID_PIPELINE,
                            IssueCode.UNDEFINED_COMPONENT,
                            IssueCode.UNKNOWN_COMPONENT,
                            IssueCode.DEPRECATED_COMPONENT,
                            IssueCode.UNUSED_COMPONENT,
                            IssueCode.ENV_SYNTAX,
                            IssueCode.UNKNOWN_COMPONENT_FIELD,
                            IssueCode.COMPONENT_FIELD_TYPE,
                            IssueCode.UNSUPPORTED_SIGNAL);

    private static final ObjectType PARAMETER =
            object(
                    required(
                            "name",
                            text(TextForm.PARAMETER_NAME),
                            "Name in templates, .params.NAME."),
                    required(
                            "type",
                            choice("string", "int", "number", "bool", "duration", "list", "map"),
                            "Type of the value."),
                    DESCRIPTION,
                    optional("required", BOOL, "Whether some source must give a value.").or(NO),
                    optional("default", ANY, "Value when no source gives one.")
                            .raises(IssueCode.INVALID_PARAMETER_VALUE),
                    optional("enum", list(ANY), "The accepted values; any when missing."),
                    optional(
                            "pattern",
                            TEXT,
                            "RE2 pattern that the whole text must match; only for string."),
                    optional("min", NUMBER, "Smallest value; only for int and number."),
                    optional("max", NUMBER, "Largest value; only for int and number."),
                    optional(
                            "fromAttribute",
                            TEXT,
                            "Key of the attribute view that gives the value where the agent has"
                                    + " it."));

    private static final ObjectType FRAGMENT =
            object(
                    required("name", NAME, "Unique in the blueprint."),
                    optional(
                                    "when",
                                    TEXT,
                                    "Exactly one template expression that gives true or false;"
                                            + " always when empty.")
                            .raises(IssueCode.WHEN_NOT_BOOL, IssueCode.TEMPLATE_ERROR),
                    CONFIG,
                    REMOVE);

    static final ObjectType SPEC =
            object(
                    DISPLAY_NAME,
                    DESCRIPTION,
                    optional("extends", NAME, "Blueprint below this one.")
                            .raises(IssueCode.BLUEPRINT_NOT_FOUND, IssueCode.EXTENDS_CYCLE),
                    optional(
                                    "parameters",
                                    list(PARAMETER),
                                    "Typed parameters, in the order in which people see them.")
                            .raises(
                                    IssueCode.PARAMETER_TYPE_CONFLICT,
                                    IssueCode.INVALID_PARAMETER_VALUE),
                    CONFIG,
                    optional(
                            "fragments",
                            list(FRAGMENT),
                            "Conditional overlays, merged in order after config."),
                    REMOVE);

    private BlueprintFields() {}
}
