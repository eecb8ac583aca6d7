package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.auth.PasswordHash;
import dev.myriarch.base.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    @TempDir private Path folder;

    private Path config = Path.of("");

    @BeforeEach
    void writeConfig() throws IOException {
        config =
                Files.writeString(
                        folder.resolve("myriarchd.yaml"),
                        """
                        server:
                          publicUrl: https://myriarch.example/
                          tls: {terminatedUpstream: true}
                        database: {dsn: "postgres://u:hunter2@h/d"}
                        gitops: {source: "dir:/srv/fleet"}
                        auth:
                          bootstrapAdmin:
                            enabled: true
                            passwordHashFile: %1$s/hash
                            tokenFile: %1$s/token
                        """
                                .formatted(folder));
    }

    private CommandRun validate(String... more) {
        String[] all = new String[more.length + 4];
        all[0] = "config";
        all[1] = "validate";
        all[2] = "--config";
        all[3] = config.toString();
        System.arraycopy(more, 0, all, 4, more.length);
        return CommandRun.of(all);
    }

    @Test
    void aKeyOfDownloadTokensThatIsTooShortIsRefused() throws IOException {
        Files.writeString(
                folder.resolve("hash"),
                PasswordHash.create(new Secret("correct horse"), new Random(1)).text());
        Files.writeString(folder.resolve("token"), "myra_" + "a".repeat(32));
        Files.writeString(folder.resolve("key"), "hunter2hunter2hunter2hunter2hun");
        Files.writeString(
                config,
                "\nartifacts: {downloadTokenSecretFile: %s}\n".formatted(folder.resolve("key")),
                StandardOpenOption.APPEND);
        assertThat(validate().code()).isZero();
        assertThat(validate("--files").err())
                .contains("artifacts.downloadTokenSecretFile: the content of")
                .contains("has 31 bytes and needs at least 32")
                .doesNotContain("hunter2");
        Files.writeString(folder.resolve("key"), "0123456789abcdef0123456789abcdef\n");
        assertThat(validate("--files").code()).as(validate("--files").err()).isZero();
    }

    @Test
    void filesAreReadOnlyWhenAsked() throws IOException {
        assertThat(validate().code()).isZero();
        assertThat(validate().out()).containsExactly("the configuration is valid");

        CommandRun missing = validate("--files");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err())
                .contains("the configuration has 2 problems")
                .contains("auth.bootstrapAdmin.passwordHashFile: the file")
                .contains("auth.bootstrapAdmin.tokenFile: the file");

        Files.writeString(folder.resolve("hash"), "a plain password");
        Files.writeString(folder.resolve("token"), "myre_" + "a".repeat(32));
        assertThat(validate("--files").err())
                .contains("hash-password")
                .contains("no API token")
                .doesNotContain("a plain password");

        Files.writeString(
                folder.resolve("hash"),
                PasswordHash.create(new Secret("correct horse"), new Random(1)).text());
        Files.writeString(folder.resolve("token"), "myra_" + "a".repeat(32) + "\n");
        assertThat(validate("--files").code()).as(validate("--files").err()).isZero();
    }

    @Test
    void settingWithoutEffectIsRefused() throws IOException {
        Files.writeString(
                config,
                Files.readString(config).replace("dir:/srv/fleet", "https://git.example/fleet"));
        CommandRun run = validate();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("gitops.source: is not supported by this version");
    }

    @Test
    void everyProblemIsListed() throws IOException {
        Files.writeString(config, "server: {publicUrl: \"http://x\"}\nnope: 1\n");
        CommandRun run = validate();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).hasSizeGreaterThan(4);
        assertThat(run.err()).contains("\n  nope: unknown key");
    }

    @Test
    void printedSettingsAreWhatCountsWithoutSecrets() {
        CommandRun run = CommandRun.of("config", "print", "--config", config.toString());
        assertThat(run.code()).as(run.err()).isZero();
        String text = String.join("\n", run.out());
        assertThat(text)
                .doesNotContain("hunter2")
                .contains("dsn: '***'")
                .contains("publicUrl: https://myriarch.example/")
                .contains("terminatedUpstream: true")
                .contains("leaderLockKey: 7012024")
                .contains("statementTimeout: 30s");
    }

    @Test
    void wrongSettingsAreNotPrinted() throws IOException {
        Files.writeString(config, "nope: 1\n");
        CommandRun run = CommandRun.of("config", "print", "--config", config.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("myriarchd: the settings in ");
    }
}
