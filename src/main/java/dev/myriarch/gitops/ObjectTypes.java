package dev.myriarch.gitops;

import static dev.myriarch.gitops.Fields.ATTRIBUTES;
import static dev.myriarch.gitops.Fields.FREE;
import static dev.myriarch.gitops.Fields.LABELS;
import static dev.myriarch.gitops.Fields.NAME;
import static dev.myriarch.gitops.Fields.SELECTOR;
import static dev.myriarch.gitops.Fields.TEXT;
import static dev.myriarch.gitops.Fields.TEXTS;
import static dev.myriarch.gitops.Fields.choice;
import static dev.myriarch.gitops.Fields.list;
import static dev.myriarch.gitops.Fields.object;
import static dev.myriarch.gitops.Fields.optional;
import static dev.myriarch.gitops.Fields.required;

import dev.myriarch.base.Brand;
import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.ObjectType;

/**
 * The fields of every kind of object: the one description of the format. The strict decoder, {@link
 * ObjectSchema}, {@link ObjectReference} and {@link ObjectOrder} read it.
 */
final class ObjectTypes {
    private static final ObjectType INVENTORY =
            object(
                    optional(
                            "entries",
                            list(
                                    object(
                                            required("name", NAME, "Name of the entry."),
                                            optional(
                                                    "selector",
                                                    SELECTOR,
                                                    "Which agents; every one when missing."),
                                            optional("labels", LABELS, "Labels they get."),
                                            optional(
                                                            "parameters",
                                                            FREE,
                                                            "Values for parameters of their"
                                                                    + " blueprints.")
                                                    .or(Value.emptyMapping())
                                                    .raises(
                                                            IssueCode.UNKNOWN_PARAMETER,
                                                            IssueCode.INVALID_PARAMETER_VALUE))),
                            "Entries in order; a later one wins per key."));

    private static final ObjectType SAMPLE_AGENT =
            object(
                    optional("attributes", ATTRIBUTES, "What the agent reports."),
                    optional("labels", LABELS, "Labels as if from an enrollment token."),
                    optional(
                            "components",
                            object(
                                    optional("receiver", TEXTS, "Types of receivers."),
                                    optional("processor", TEXTS, "Types of processors."),
                                    optional("exporter", TEXTS, "Types of exporters."),
                                    optional("connector", TEXTS, "Types of connectors."),
                                    optional("extension", TEXTS, "Types of extensions.")),
                            "What its collector contains; not checked when missing."),
                    optional("collectorVersion", TEXT, "Version of its collector, without v."));

    private ObjectTypes() {}

    /** The whole document of a kind. */
    static ObjectType document(ObjectKind kind) {
        return object(
                required("apiVersion", choice(Brand.API_VERSION), "Version of the format."),
                required("kind", choice(kind.text()), "Kind of the object."),
                required(
                        "metadata",
                        object(
                                required("name", NAME, "Unique among the objects of the kind."),
                                optional("labels", LABELS, "Labels of the object.")),
                        "Name and labels."),
                required("spec", spec(kind), "The object itself."));
    }

    static ObjectType spec(ObjectKind kind) {
        return switch (kind) {
            case BLUEPRINT -> BlueprintFields.SPEC;
            case FLEET -> FleetFields.SPEC;
            case ROLLOUT_POLICY -> PolicyFields.SPEC;
            case EXECUTOR -> ExecutorFields.SPEC;
            case INVENTORY -> INVENTORY;
            case SAMPLE_AGENT -> SAMPLE_AGENT;
        };
    }

    /** One sentence about a kind. */
    static String purpose(ObjectKind kind) {
        return switch (kind) {
            case BLUEPRINT -> "A layer of collector configuration, with parameters and fragments.";
            case FLEET -> "A group of agents, what they run and how it changes.";
            case ROLLOUT_POLICY -> "How a change reaches the agents of a fleet.";
            case EXECUTOR -> "Something outside that changes versions of collectors.";
            case INVENTORY -> "Labels and parameter values for agents, by selector.";
            case SAMPLE_AGENT ->
                    "An agent for checks, as it would report itself; only below samples/agents/.";
        };
    }
}
