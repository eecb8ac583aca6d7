package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Migrations;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandPgTest {
    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.createEmpty();
    private final int level = new Migrations(database.url(), InstantSource.system()).level();
    private Path config = Path.of("");

    @BeforeEach
    void writeConfig() throws IOException {
        Path dsn = Files.writeString(folder.resolve("dsn"), dsn(database.url()));
        config =
                Files.writeString(
                        folder.resolve("myriarchd.yaml"),
                        "server: {publicUrl: [not, looked, at]}\ndatabase: {dsnFile: %s}\n"
                                .formatted(dsn));
    }

    /** The text that a user would write for this address. */
    static String dsn(DatabaseUrl url) {
        return "postgres://%s:%s@%s/%s"
                .formatted(
                        URLEncoder.encode(url.user(), StandardCharsets.UTF_8),
                        URLEncoder.encode(url.password().reveal(), StandardCharsets.UTF_8),
                        url.hosts(),
                        url.database());
    }

    @AfterEach
    void drop() {
        database.close();
    }

    private CommandRun migrate(String... more) {
        String[] all = new String[more.length + 3];
        all[0] = "migrate";
        all[1] = "--config";
        all[2] = config.toString();
        System.arraycopy(more, 0, all, 3, more.length);
        return CommandRun.of(all);
    }

    @Test
    void emptyDatabaseIsPendingThenMigratedThenCurrent() {
        CommandRun pending = migrate("--check");
        assertThat(pending.code()).isEqualTo(3);
        assertThat(pending.out())
                .containsExactly(
                        "schema version: 0",
                        "compatibility level: none",
                        "schema level of this myriarchd: " + level,
                        "status: pending");

        CommandRun done = migrate();
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out())
                .containsExactly(
                        "schema version before: 0",
                        "schema version after: " + level,
                        "compatibility level: 1");

        CommandRun again = migrate();
        assertThat(again.out()).startsWith("schema version before: " + level);
        CommandRun current = migrate("--check");
        assertThat(current.code()).isZero();
        assertThat(current.out()).contains("status: current");
    }

    @Test
    void newerSchemaIsTakenWhileItIsCompatible() {
        assertThat(migrate().code()).isZero();
        execute(
                "INSERT INTO schema_migrations (version, checksum, applied_at) VALUES (%d, 'x', now())"
                        .formatted(level + 1));

        assertThat(migrate("--check").code()).isZero();
        assertThat(migrate("--check").out()).contains("status: newer");
        assertThat(migrate().code()).isZero();

        execute("UPDATE schema_compat SET min_binary_schema = %d".formatted(level + 1));
        CommandRun check = migrate("--check");
        assertThat(check.code()).isEqualTo(4);
        assertThat(check.out()).contains("status: incompatible");
        assertThat(check.err())
                .startsWith("myriarchd: the database schema is incompatible with this myriarchd");
        CommandRun refused = migrate();
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("start a newer myriarchd release");
    }

    @Test
    void damagedSchemaIsAnErrorOfEveryRun() {
        assertThat(migrate().code()).isZero();
        execute("DELETE FROM schema_migrations WHERE version = 2");
        for (CommandRun run : List.of(migrate(), migrate("--check"))) {
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .isEqualTo(
                            "myriarchd: the database schema is damaged: migration 00002 was never"
                                    + " applied but a later one was; restore a backup of the"
                                    + " database\n");
        }
    }

    private void execute(String sql) {
        assertThat(database.database().update(sql, Jdbc.Binder.NONE)).isEqualTo(1);
    }

    @Test
    void wrongSettingsAndNoConnectionAreErrors() throws IOException {
        Files.writeString(config, "database: {dns: x}\n");
        assertThat(migrate().code()).isEqualTo(1);
        assertThat(migrate().err()).contains("database.dns: unknown key; did you mean dsn?");

        Files.writeString(config, "database: {dsn: \"nonsense hunter2\"}\n");
        assertThat(migrate().code()).isEqualTo(1);
        assertThat(migrate().err()).contains("database.dsn").doesNotContain("hunter2");

        Files.writeString(config, "database: {maxConns: 5}\n");
        assertThat(migrate().err()).contains("database.dsn: is not set");

        Files.writeString(
                config,
                "database: {dsn: \"%s\"}\n".formatted(dsn(database.url().withDatabase("none"))));
        CommandRun run = migrate();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("myriarchd: cannot connect to ");
    }
}
