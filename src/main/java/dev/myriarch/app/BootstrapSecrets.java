package dev.myriarch.app;

import dev.myriarch.artifact.DownloadTokens;
import dev.myriarch.auth.AuthSettings;
import dev.myriarch.auth.PasswordHash;
import dev.myriarch.auth.Tokens;
import dev.myriarch.base.Secret;
import dev.myriarch.config.ArtifactsConfig;
import dev.myriarch.config.AuthConfig;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.DatabaseConfig;
import dev.myriarch.config.Problem;
import dev.myriarch.config.SecretFile;
import dev.myriarch.db.DatabaseUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Secrets that the settings name, in the form that the parts need. Every method throws {@link
 * ConfigException} when a secret cannot be read or has the wrong form, and never repeats it.
 */
final class BootstrapSecrets {
    private BootstrapSecrets() {}

    /** Empty when the settings name no database. */
    static Optional<DatabaseUrl> database(DatabaseConfig database) {
        Optional<Secret> dsn = database.readDsn();
        try {
            return dsn.map(text -> DatabaseUrl.parse(text.reveal()));
        } catch (IllegalArgumentException e) {
            String setting = database.dsnFile().map(SecretFile::setting).orElse("database.dsn");
            throw wrong(setting, String.valueOf(e.getMessage()));
        }
    }

    /** The database of the settings; a command without one cannot do anything. */
    static DatabaseUrl requiredDatabase(DatabaseConfig database) {
        return database(database)
                .orElseThrow(() ->
                        wrong(
                                "database.dsn",
                                "is not set: set it or database.dsnFile in the file of --config, or"
                                        + " MYRIARCH_DATABASE_DSN"));
    }

    /** Who signs in with a password; empty when the settings name nobody. */
    static Optional<AuthSettings.BootstrapAdmin> admin(AuthConfig.BootstrapAdmin admin) {
        return admin.passwordHashFile()
                .filter(_ -> admin.enabled())
                .map(file -> new AuthSettings.BootstrapAdmin(admin.username(), passwordHash(file)));
    }

    private static PasswordHash passwordHash(SecretFile file) {
        Secret text = file.read();
        try {
            return PasswordHash.parse(text.reveal());
        } catch (IllegalArgumentException e) {
            throw wrong(
                    file.setting(),
                    "the content of %s %s; make one with: myriarchd auth hash-password"
                            .formatted(file.file(), e.getMessage()));
        }
    }

    /** The API token that shall exist; empty when the settings name none. */
    static Optional<Secret> apiToken(AuthConfig.BootstrapAdmin admin) {
        return admin.tokenFile().filter(_ -> admin.enabled()).map(BootstrapSecrets::apiToken);
    }

    private static Secret apiToken(SecretFile file) {
        Secret token = file.read();
        if (!Tokens.isApiToken(token.reveal())) {
            throw wrong(
                    file.setting(),
                    "the content of %s is no API token: write myra_ and 32 to 120 letters, digits,"
                                    .formatted(file.file())
                            + " _ or -");
        }
        return token;
    }

    /** What signs download tokens; empty when the settings name none. */
    static Optional<Secret> downloadKey(ArtifactsConfig.Agents downloads) {
        return downloads.downloadTokenSecretFile().map(BootstrapSecrets::downloadKey);
    }

    private static Secret downloadKey(SecretFile file) {
        Secret key = file.read();
        int bytes = key.reveal().getBytes(StandardCharsets.UTF_8).length;
        if (bytes < DownloadTokens.MIN_KEY_BYTES) {
            throw wrong(
                    file.setting(),
                    "the content of %s has %d bytes and needs at least %d: make one with openssl rand -hex 32"
                            .formatted(file.file(), bytes, DownloadTokens.MIN_KEY_BYTES));
        }
        return key;
    }

    private static ConfigException wrong(String setting, String message) {
        return new ConfigException(List.of(new Problem(setting, Optional.empty(), message)));
    }
}
