package dev.myriarch.app;

import dev.myriarch.config.Config;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings that are understood and do nothing yet. A production server refuses them instead of
 * leaving out what somebody relies on.
 */
final class SupportedSettings {
    private final List<Problem> problems = new ArrayList<>();

    private SupportedSettings() {}

    /**
     * @throws ConfigException with every setting that has no effect in this version
     */
    static void check(Config config) {
        SupportedSettings settings = new SupportedSettings();
        settings.checkServer(config);
        settings.refuse(
                !config.notifications().channels().isEmpty(),
                "notifications.channels",
                "leave it empty");
        if (!settings.problems.isEmpty()) {
            throw new ConfigException(settings.problems);
        }
    }

    private void checkServer(Config config) {
        refuse(
                !config.gitops().source().startsWith("dir:"),
                "gitops.source",
                "only dir:<path> is; keep the checkout up to date with another program");
        refuse(
                config.gitops().webhookSecretFile().isPresent(),
                "gitops.webhookSecretFile",
                "leave it empty; the folder is looked at every gitops.pollInterval");
        refuse(
                config.auth().oidc().enabled(),
                "auth.oidc.enabled",
                "sign in with auth.bootstrapAdmin");
    }

    private void refuse(boolean used, String setting, String remedy) {
        if (used) {
            problems.add(
                    new Problem(
                            setting,
                            Optional.empty(),
                            "is not supported by this version: " + remedy));
        }
    }
}
