package dev.myriarch.gitops;

import dev.myriarch.gitops.FieldType.AnyType;
import dev.myriarch.gitops.FieldType.BoolType;
import dev.myriarch.gitops.FieldType.ChoiceType;
import dev.myriarch.gitops.FieldType.DurationType;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.FreeMapType;
import dev.myriarch.gitops.FieldType.IntType;
import dev.myriarch.gitops.FieldType.KeyForm;
import dev.myriarch.gitops.FieldType.LabelType;
import dev.myriarch.gitops.FieldType.ListType;
import dev.myriarch.gitops.FieldType.MapType;
import dev.myriarch.gitops.FieldType.NameType;
import dev.myriarch.gitops.FieldType.NumberType;
import dev.myriarch.gitops.FieldType.ObjectType;
import dev.myriarch.gitops.FieldType.TextType;
import java.util.List;

/** The fields of every kind of object: the one description of the format. */
final class ObjectTypes {
    private static final FieldType TEXT = new TextType();
    private static final FieldType NAME = new NameType();
    private static final FieldType BOOL = new BoolType();
    private static final FieldType FREE = new FreeMapType();
    private static final FieldType TEXTS = new ListType(TEXT);
    private static final FieldType DURATION = new DurationType(false);
    private static final FieldType TIMEOUT = new DurationType(true);
    private static final FieldType COUNT = new IntType(0, 1_000_000);
    private static final FieldType LABELS = new MapType(KeyForm.LABEL, new LabelType());
    private static final FieldType ATTRIBUTES = new MapType(KeyForm.ANY, TEXT);

    private static final Field DISPLAY_NAME =
            optional("displayName", TEXT, "Name for people; the name of the object when missing.");
    private static final Field DESCRIPTION =
            optional("description", TEXT, "What the object is for.");

    private static final ObjectType SELECTOR =
            object(
                    optional("matchAttributes", ATTRIBUTES, "Attributes with their exact values."),
                    optional(
                            "matchExpressions",
                            new ListType(
                                    object(
                                            required("key", TEXT, "Key of the attribute view."),
                                            required(
                                                    "operator",
                                                    new ChoiceType(
                                                            List.of(
                                                                    "In",
                                                                    "NotIn",
                                                                    "Exists",
                                                                    "DoesNotExist",
                                                                    "Glob")),
                                                    "How the attribute is compared."),
                                            optional(
                                                    "values",
                                                    TEXTS,
                                                    "What it is compared with; none for Exists and"
                                                            + " DoesNotExist."))),
                            "Conditions; all must hold."));

    private static final ObjectType PARAMETER =
            object(
                    required("name", TEXT, "Name in templates, .params.<name>."),
                    required(
                            "type",
                            new ChoiceType(
                                    List.of(
                                            "string",
                                            "int",
                                            "number",
                                            "bool",
                                            "duration",
                                            "list",
                                            "map")),
                            "Type of the value."),
                    DESCRIPTION,
                    optional("required", BOOL, "Whether some source must give a value."),
                    optional("default", new AnyType(), "Value when no source gives one."),
                    optional("enum", new ListType(new AnyType()), "The accepted values."),
                    optional("pattern", TEXT, "RE2 pattern of the whole string."),
                    optional("min", new NumberType(), "Smallest number."),
                    optional("max", new NumberType(), "Largest number."),
                    optional("fromAttribute", TEXT, "Attribute that gives the value."));

    private static final ObjectType BLUEPRINT =
            object(
                    DISPLAY_NAME,
                    DESCRIPTION,
                    optional("extends", NAME, "Blueprint below this one."),
                    optional("parameters", new ListType(PARAMETER), "Typed parameters."),
                    optional("config", FREE, "Collector configuration of this layer."),
                    optional(
                            "fragments",
                            new ListType(
                                    object(
                                            required("name", NAME, "Unique in the blueprint."),
                                            optional(
                                                    "when",
                                                    TEXT,
                                                    "One template expression; always when empty."),
                                            optional("config", FREE, "Merged when it holds."),
                                            optional(
                                                    "remove", TEXTS, "Paths deleted after that."))),
                            "Conditional overlays, in order."),
                    optional("remove", TEXTS, "Paths deleted after this layer."));

    private static final ObjectType FLEET =
            object(
                    DISPLAY_NAME,
                    DESCRIPTION,
                    optional(
                            "priority",
                            new IntType(-1_000_000, 1_000_000),
                            "The highest wins where selectors overlap."),
                    optional("selector", SELECTOR, "Which agents belong to the fleet."),
                    required("blueprint", NAME, "Blueprint that is rendered."),
                    optional("parameters", FREE, "Values for the parameters of the blueprint."),
                    optional(
                            "collector",
                            object(
                                    optional("distribution", TEXT, "Collector distribution."),
                                    optional("version", TEXT, "Target version without v.")),
                            "The wanted collector."),
                    optional("update", update(), "Who changes the version."),
                    optional(
                            "rollout",
                            object(
                                    optional("configPolicy", NAME, "Policy for configurations."),
                                    optional("versionPolicy", NAME, "Policy for versions.")),
                            "Rollout policies."),
                    optional(
                            "bridge",
                            object(optional("manage", BOOL, "Whether Bridges are configured.")),
                            "OpAMP Bridges."));

    private static final ObjectType ROLLOUT_POLICY =
            object(
                    DISPLAY_NAME,
                    optional(
                            "waves",
                            new ListType(
                                    object(
                                            required("name", NAME, "Name of the wave."),
                                            optional("selector", SELECTOR, "Agents of the wave."),
                                            optional(
                                                    "percent",
                                                    new IntType(
                                                            Integer.MIN_VALUE, Integer.MAX_VALUE),
                                                    "Cumulative share of all agents."),
                                            optional(
                                                    "requireApproval",
                                                    BOOL,
                                                    "Whether a person starts the wave."))),
                            "Waves in order."),
                    optional("maxConcurrent", COUNT, "Agents changing at once; 0 is any number."),
                    optional("healthWait", DURATION, "How long an agent must stay healthy."),
                    optional("applyTimeout", TIMEOUT, "Longest time for an agent to change."),
                    optional("offlineGracePeriod", DURATION, "Then an offline agent is skipped."),
                    optional(
                            "failureThreshold",
                            object(
                                    optional("maxFailed", COUNT, "Failed agents of a wave."),
                                    optional(
                                            "maxFailedPercent",
                                            new IntType(0, 100),
                                            "Share of failed agents of a wave.")),
                            "When a wave has failed."),
                    optional(
                            "onFailure",
                            new ChoiceType(List.of("pause", "rollback")),
                            "What happens then."),
                    optional("timezoneAttribute", TEXT, "Attribute with the agent's IANA zone."),
                    optional("defaultTimezone", TEXT, "Zone of agents without that attribute."),
                    optional(
                            "maintenanceWindows",
                            new ListType(
                                    object(
                                            optional("days", TEXTS, "mon to sun; none is all."),
                                            required("start", TEXT, "HH:MM."),
                                            required("end", TEXT, "HH:MM."),
                                            optional("timezone", TEXT, "IANA zone, or agent."))),
                            "When agents may start to change."));

    private static final ObjectType EXECUTOR =
            object(
                    required("type", new ChoiceType(List.of("webhook", "awx")), "What is called."),
                    optional(
                            "webhook",
                            object(
                                    required("url", TEXT, "Address of the hook."),
                                    optional("secretEnv", TEXT, "Variable with the secret."),
                                    optional("secretFile", TEXT, "File with the secret."),
                                    optional(
                                            "batchSize",
                                            new IntType(1, 10_000),
                                            "Most agents in a call."),
                                    optional("timeout", TIMEOUT, "Longest call.")),
                            "For the type webhook."),
                    optional(
                            "awx",
                            object(
                                    required("url", TEXT, "Address of AWX."),
                                    required(
                                            "jobTemplateId",
                                            new IntType(1, Integer.MAX_VALUE),
                                            "The job template."),
                                    optional("tokenEnv", TEXT, "Variable with the token."),
                                    optional("tokenFile", TEXT, "File with the token."),
                                    optional("limitAttribute", TEXT, "Attribute naming the host."),
                                    optional("extraVars", FREE, "Extra variables, templates."),
                                    optional(
                                            "batchSize",
                                            new IntType(1, 10_000),
                                            "Most agents in a job."),
                                    optional("timeout", TIMEOUT, "Longest call.")),
                            "For the type awx."));

    private static final ObjectType INVENTORY =
            object(
                    optional(
                            "entries",
                            new ListType(
                                    object(
                                            required("name", NAME, "Name of the entry."),
                                            optional("selector", SELECTOR, "Which agents."),
                                            optional("labels", LABELS, "Labels they get."),
                                            optional("parameters", FREE, "Values they get."))),
                            "Entries in order; a later one wins per key."));

    private static final ObjectType SAMPLE_AGENT =
            object(
                    optional("attributes", ATTRIBUTES, "What the agent reports."),
                    optional("labels", LABELS, "As if from an enrollment token."),
                    optional(
                            "components",
                            object(
                                    optional("receiver", TEXTS, "Types."),
                                    optional("processor", TEXTS, "Types."),
                                    optional("exporter", TEXTS, "Types."),
                                    optional("connector", TEXTS, "Types."),
                                    optional("extension", TEXTS, "Types.")),
                            "What its collector contains."),
                    optional("collectorVersion", TEXT, "Version without v."));

    private ObjectTypes() {}

    /** The whole document of a kind. */
    static ObjectType document(ObjectKind kind) {
        return object(
                required("apiVersion", TEXT, "myriarch.dev/v1alpha1."),
                required("kind", TEXT, "Kind of the object."),
                required(
                        "metadata",
                        object(
                                required("name", NAME, "Unique per kind."),
                                optional("labels", LABELS, "Labels of the object.")),
                        "Name and labels."),
                required("spec", spec(kind), "The object itself."));
    }

    static ObjectType spec(ObjectKind kind) {
        return switch (kind) {
            case BLUEPRINT -> BLUEPRINT;
            case FLEET -> FLEET;
            case ROLLOUT_POLICY -> ROLLOUT_POLICY;
            case EXECUTOR -> EXECUTOR;
            case INVENTORY -> INVENTORY;
            case SAMPLE_AGENT -> SAMPLE_AGENT;
        };
    }

    private static ObjectType update() {
        return object(
                optional(
                        "executor",
                        new ChoiceType(List.of("none", "updater", "webhook", "awx", "manual")),
                        "Who changes the version."),
                optional("executorRef", NAME, "Executor, for webhook and awx."),
                optional("params", FREE, "For the executor."),
                optional(
                        "selection",
                        object(
                                optional("enabled", BOOL, "Whether the UI may choose."),
                                optional("versionRange", TEXT, "Versions it may choose."),
                                optional("versions", TEXTS, "Versions it may choose."),
                                optional("allowDowngrade", BOOL, "Whether lower ones too."),
                                optional("requireReason", BOOL, "Whether a reason is asked for."),
                                optional("rolloutPolicy", NAME, "Policy for such rollouts.")),
                        "Frame for choosing the target version in the UI."));
    }

    private static ObjectType object(Field... fields) {
        return new ObjectType(List.of(fields));
    }

    private static Field required(String name, FieldType type, String description) {
        return new Field(name, type, true, description);
    }

    private static Field optional(String name, FieldType type, String description) {
        return new Field(name, type, false, description);
    }
}
