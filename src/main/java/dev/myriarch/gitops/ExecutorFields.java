package dev.myriarch.gitops;

import static dev.myriarch.gitops.Fields.FREE;
import static dev.myriarch.gitops.Fields.TEXT;
import static dev.myriarch.gitops.Fields.TIMEOUT;
import static dev.myriarch.gitops.Fields.choice;
import static dev.myriarch.gitops.Fields.object;
import static dev.myriarch.gitops.Fields.optional;
import static dev.myriarch.gitops.Fields.required;
import static dev.myriarch.gitops.Fields.text;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.IntType;
import dev.myriarch.gitops.FieldType.ObjectType;

/** The fields of executors. */
final class ExecutorFields {
    private static final Field URL =
            required("url", text(TextForm.URL), "Address; it holds no credentials.")
                    .raises(IssueCode.EXECUTOR_INVALID);
    private static final Field BATCH_SIZE =
            optional("batchSize", new IntType(1, 10_000), "Most agents in a call.")
                    .or(Value.of(50));
    private static final Field CALL_TIMEOUT =
            optional("timeout", TIMEOUT, "Longest call.").or("30s");

    private static final ObjectType WEBHOOK =
            object(
                            URL,
                            variable("secretEnv", "Variable of the server with the secret."),
                            file("secretFile", "File of the server with the secret."),
                            BATCH_SIZE,
                            CALL_TIMEOUT)
                    .exactlyOne("secretEnv", "secretFile");

    private static final ObjectType AWX =
            object(
                            URL,
                            required(
                                    "jobTemplateId",
                                    new IntType(1, Integer.MAX_VALUE),
                                    "The job template."),
                            variable("tokenEnv", "Variable of the server with the token."),
                            file("tokenFile", "File of the server with the token."),
                            optional(
                                            "limitAttribute",
                                            TEXT,
                                            "Attribute that names the host in AWX.")
                                    .or("host.name"),
                            optional("extraVars", FREE, "Extra variables; templates are allowed.")
                                    .or(Value.emptyMapping()),
                            BATCH_SIZE,
                            CALL_TIMEOUT)
                    .exactlyOne("tokenEnv", "tokenFile");

    static final ObjectType SPEC =
            object(
                            required("type", choice("webhook", "awx"), "What is called.")
                                    .raises(IssueCode.EXECUTOR_INVALID),
                            optional("webhook", WEBHOOK, "For the type webhook.")
                                    .raises(IssueCode.EXECUTOR_INVALID),
                            optional("awx", AWX, "For the type awx.")
                                    .raises(IssueCode.EXECUTOR_INVALID))
                    .exactlyOne("webhook", "awx");

    private ExecutorFields() {}

    private static Field variable(String name, String description) {
        return optional(name, text(TextForm.VARIABLE), description)
                .raises(IssueCode.EXECUTOR_INVALID);
    }

    private static Field file(String name, String description) {
        return optional(name, TEXT, description).raises(IssueCode.EXECUTOR_INVALID);
    }
}
