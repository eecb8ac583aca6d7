package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import java.time.Duration;
import java.util.Objects;

/** Something outside that changes versions; it holds names of secrets, never secrets. */
public record Executor(ObjectMeta meta, Target target) implements RepositoryObject {
    public Executor {
        Objects.requireNonNull(meta, "meta");
        Objects.requireNonNull(target, "target");
    }

    /** What is called. */
    public sealed interface Target {
        /** Spelling of the type in the repository. */
        default String type() {
            return switch (this) {
                case Webhook _ -> "webhook";
                case Awx _ -> "awx";
            };
        }
    }

    /**
     * @param batchSize most agents in a call
     */
    public record Webhook(String url, SecretReference secret, int batchSize, Duration timeout)
            implements Target {}

    /**
     * @param limitAttribute attribute that names the host in AWX
     * @param extraVariables free form, templates allowed
     */
    public record Awx(
            String url,
            long jobTemplateId,
            SecretReference token,
            String limitAttribute,
            Value.Mapping extraVariables,
            int batchSize,
            Duration timeout)
            implements Target {}

    /** Where the server finds a secret on its own host. */
    public sealed interface SecretReference {
        /** Name of an environment variable. */
        record Environment(String variable) implements SecretReference {}

        /** Path of a file. */
        record File(String path) implements SecretReference {}
    }
}
