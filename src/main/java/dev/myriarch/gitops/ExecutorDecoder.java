package dev.myriarch.gitops;

import dev.myriarch.gitops.Executor.SecretReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Reads executors. Nothing is looked up: the variables and files are on another host. */
final class ExecutorDecoder {
    private static final int BATCH_SIZE = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private ExecutorDecoder() {}

    /** Empty when something is missing without which there is no executor. */
    static Optional<Executor> decode(ObjectMeta meta, ObjectView spec, Issues issues) {
        String type = spec.text("type", "");
        String other = type.equals("webhook") ? "awx" : "webhook";
        if (spec.has(other)) {
            issues.error(
                    "executor_invalid",
                    spec.at(other),
                    "the type is %s, so %s does not belong here".formatted(type, other));
        }
        if (!spec.has(type)) {
            issues.error(
                    "executor_invalid",
                    spec.at("type"),
                    "the type is %s, so the block %s is needed".formatted(type, type));
            return Optional.empty();
        }
        ObjectView view = spec.object(type);
        checkUrl(view, issues);
        Optional<? extends Executor.Target> target =
                type.equals("webhook") ? webhook(view, issues) : awx(view, issues);
        return target.map(each -> new Executor(meta, each));
    }

    private static Optional<Executor.Webhook> webhook(ObjectView view, Issues issues) {
        return secret(view, "secretEnv", "secretFile", issues)
                .map(secret ->
                        new Executor.Webhook(
                                view.text("url", ""), secret, batchSize(view), timeout(view)));
    }

    private static Optional<Executor.Awx> awx(ObjectView view, Issues issues) {
        return secret(view, "tokenEnv", "tokenFile", issues)
                .map(token ->
                        new Executor.Awx(
                                view.text("url", ""),
                                view.integer("jobTemplateId", 0),
                                token,
                                view.text("limitAttribute", "host.name"),
                                view.mapping("extraVars"),
                                batchSize(view),
                                timeout(view)));
    }

    private static int batchSize(ObjectView view) {
        return (int) view.integer("batchSize", BATCH_SIZE);
    }

    private static Duration timeout(ObjectView view) {
        return view.duration("timeout").orElse(TIMEOUT);
    }

    private static void checkUrl(ObjectView view, Issues issues) {
        Optional<String> problem = urlProblem(view.text("url", ""));
        problem.ifPresent(text -> issues.error("executor_invalid", view.at("url"), text));
    }

    private static Optional<String> urlProblem(String url) {
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme();
            if (scheme == null || uri.getHost() == null) {
                return Optional.of("the address must begin with https:// and name a host");
            }
            String lower = scheme.toLowerCase(Locale.ROOT);
            if (!lower.equals("https") && !lower.equals("http")) {
                return Optional.of("the address must begin with https:// or http://");
            }
            return uri.getRawUserInfo() == null
                    ? Optional.empty()
                    : Optional.of("the address holds credentials; secrets do not belong in Git");
        } catch (URISyntaxException e) {
            return Optional.of("the address is no URL");
        }
    }

    private static Optional<SecretReference> secret(
            ObjectView view, String variableField, String fileField, Issues issues) {
        Optional<String> variable = view.text(variableField);
        Optional<String> file = view.text(fileField);
        if (variable.isPresent() == file.isPresent()) {
            issues.error(
                    "executor_invalid",
                    view.at(variable.isPresent() ? fileField : variableField),
                    "exactly one of %s and %s is needed".formatted(variableField, fileField));
            return Optional.empty();
        }
        if (variable.isPresent() && !TextForm.VARIABLE.matches(variable.get())) {
            issues.error(
                    "executor_invalid",
                    view.at(variableField),
                    "this is the name of an environment variable on the server, not the secret");
            return Optional.empty();
        }
        return variable.<SecretReference>map(SecretReference.Environment::new)
                .or(() -> file.map(SecretReference.File::new));
    }
}
