package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MigrationsPgTest {
    private static final SettableClock CLOCK =
            new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

    private final TestDatabase test = TestDatabase.createEmpty();
    private final Migrations embedded = new Migrations(test.url(), CLOCK);

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void everyMigrationGoesUpDownAndUpAgain() {
        SchemaState top = embedded.prepare(true);
        assertThat(top.version()).isEqualTo(embedded.level());
        List<String> tables = tables();
        assertThat(tables).contains("agents", "schema_compat", "schema_migrations");
        for (int version = embedded.level() - 1; version >= 0; version--) {
            embedded.revertTo(version);
            assertThat(embedded.state().version()).isEqualTo(version);
        }
        assertThat(tables()).containsExactly("schema_migrations");
        assertThat(embedded.prepare(true)).isEqualTo(top);
        assertThat(tables()).isEqualTo(tables);
    }

    @Test
    void levelInTheDatabaseFollowsTheHeaders() {
        List<Migration> migrations = Migration.embedded();
        OptionalInt expected = OptionalInt.empty();
        for (int count = 1; count <= migrations.size(); count++) {
            Migrations part = new Migrations(test.url(), CLOCK, migrations.subList(0, count));
            OptionalInt raised = MigrationHeader.of(migrations.get(count - 1)).raisedTo();
            OptionalInt before = expected;
            expected = raised.isPresent() ? raised : expected;
            assertThat(part.prepare(true).compatibilityLevel()).isEqualTo(expected);
            part.revertTo(count - 1);
            assertThat(part.state().compatibilityLevel()).isEqualTo(before);
            part.prepare(true);
        }
    }

    @Test
    void secondRunChangesNothing() {
        SchemaState first = embedded.prepare(true);
        CLOCK.advance(Duration.ofDays(1));
        assertThat(embedded.prepare(true)).isEqualTo(first);
        assertThat(appliedAt()).containsOnly(appliedAt().getFirst());
    }

    @Test
    void replicasThatStartTogetherMigrateOnce() throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<SchemaState>> starts = new ArrayList<>();
            for (int replica = 0; replica < 4; replica++) {
                starts.add(executor.submit(() -> new Migrations(test.url(), CLOCK).prepare(true)));
            }
            for (Future<SchemaState> start : starts) {
                assertThat(start.get().version()).isEqualTo(embedded.level());
            }
        }
    }

    @Test
    void emptyDatabaseIsRefusedUnchangedWhenMigrationIsOff() {
        assertThatThrownBy(() -> embedded.prepare(false))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("run \"myriarchd migrate\" first");
        assertThat(tables()).isEmpty();
    }

    @Test
    void failedMigrationLeavesTheSchemaBefore() {
        List<Migration> migrations = new ArrayList<>(Migration.embedded());
        int number = migrations.size() + 1;
        migrations.add(
                new Migration(number, "broken", "CREATE TABLE half (); SELECT nothing;", ""));
        Migrations broken = new Migrations(test.url(), CLOCK, migrations);
        assertThatThrownBy(() -> broken.prepare(true))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("%05d_broken failed and was rolled back".formatted(number));
        assertThat(tables()).doesNotContain("half");
        assertThat(broken.state().version()).isEqualTo(number - 1);
    }

    @Test
    void changedMigrationIsRefused() {
        embedded.prepare(true);
        Migration first = Migration.embedded().getFirst();
        List<Migration> changed = new ArrayList<>(Migration.embedded());
        changed.set(0, new Migration(1, first.name(), first.up() + "-- edited", first.down()));
        assertThatThrownBy(() -> new Migrations(test.url(), CLOCK, changed).prepare(true))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("its checksum differs");
        changed.add(new Migration(changed.size() + 1, "next", "SELECT 1", "SELECT 1"));
        assertThatThrownBy(() -> new Migrations(test.url(), CLOCK, changed).prepare(true))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("its checksum differs");
    }

    @Test
    void newerCompatibleSchemaRuns() {
        List<Migration> migrations = new ArrayList<>(Migration.embedded());
        migrations.add(new Migration(migrations.size() + 1, "next", "SELECT 1", "SELECT 1"));
        new Migrations(test.url(), CLOCK, migrations).prepare(true);
        assertThat(embedded.prepare(true).version()).isEqualTo(embedded.level() + 1);
    }

    @Test
    void newerIncompatibleSchemaIsRefused() {
        List<Migration> migrations = new ArrayList<>(Migration.embedded());
        int number = migrations.size() + 1;
        migrations.add(
                new Migration(
                        number,
                        "next",
                        "UPDATE schema_compat SET min_binary_schema = " + number,
                        "SELECT 1"));
        new Migrations(test.url(), CLOCK, migrations).prepare(true);
        assertThatThrownBy(() -> embedded.prepare(true))
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.isIncompatible()).isTrue());
    }

    @Test
    void schemaWithoutItsLevelIsDamaged() {
        embedded.prepare(true);
        test.database().update("DELETE FROM schema_compat", Jdbc.Binder.NONE);
        assertThatThrownBy(() -> embedded.prepare(true)).hasMessageContaining("restore a backup");
        test.database().update("DROP TABLE schema_compat", Jdbc.Binder.NONE);
        assertThatThrownBy(() -> embedded.prepare(true)).hasMessageContaining("restore a backup");
    }

    @Test
    void agentsOfTheVersionBeforeAreListed() {
        embedded.prepare(true);
        embedded.revertTo(4);
        test.database()
                .update(
                        """
                        INSERT INTO agents (id, kind, host_name, identifying, created_at, updated_at)
                        VALUES (gen_random_uuid(), 'collector', 'h1', '{"a": "Ä"}', now(), now())
                        """,
                        Jdbc.Binder.NONE);
        embedded.prepare(true);
        assertThat(
                        test.database()
                                .list(
                                        """
                                        SELECT host_name || status || health || config_sync AS line
                                        FROM agent_listing
                                        WHERE attribute_hashes = ARRAY[agent_attribute_hash('a', 'Ä')]
                                        """,
                                        Jdbc.Binder.NONE,
                                        row -> row.text("line")))
                .containsExactly("h1offlineunknownnone");
    }

    @Test
    void comparisonsOfTheVersionBeforeAreListedWhileTheyCount() {
        embedded.prepare(true);
        embedded.revertTo(5);
        for (String report : List.of("r", "older")) {
            test.database()
                    .update(
                            """
                            INSERT INTO agents (id, kind, host_name, desired_config_hash,
                              effective_config_hash, config_proof, config_proof_offer,
                              config_proof_report, created_at, updated_at)
                            VALUES (gen_random_uuid(), 'collector', ?, 'd', 'r', 'differs', 'd', ?,
                              now(), now())
                            """,
                            parameters -> parameters.text(report).text(report));
        }
        embedded.prepare(true);
        assertThat(
                        test.database()
                                .list(
                                        "SELECT host_name || config_proof AS line FROM agent_listing",
                                        Jdbc.Binder.NONE,
                                        row -> row.text("line")))
                .containsExactlyInAnyOrder("rdiffers", "olderunknown");
    }

    @Test
    void startDuringAMigrationOfMinutesIsRefused() {
        try (SessionLock other =
                SessionLock.acquire(
                                new Connections(
                                        test.url(),
                                        "another",
                                        Duration.ofSeconds(30),
                                        Connections.UNLIMITED),
                                Migrations.LOCK_KEY,
                                Duration.ofSeconds(30))
                        .orElseThrow()) {
            assertThat(other.connection()).isNotNull();
            Migrations impatient =
                    new Migrations(test.url(), CLOCK, Migration.embedded(), Duration.ofMillis(50));
            assertThatThrownBy(() -> impatient.prepare(true))
                    .isInstanceOf(SchemaException.class)
                    .hasMessage(
                            "another process has been migrating the database for minutes: wait for"
                                    + " its end and start again");
            assertThat(tables()).isEmpty();
        }
        assertThat(embedded.prepare(true).version()).isEqualTo(embedded.level());
    }

    @Test
    void missingMigrationIsDamageAlsoWhenNoneIsDue() {
        embedded.prepare(true);
        forget(2);
        String message =
                "the database schema is damaged: migration 00002 was never applied but a later one"
                        + " was; restore a backup of the database";
        for (boolean migrate : List.of(true, false)) {
            assertThatThrownBy(() -> embedded.prepare(migrate))
                    .isInstanceOf(SchemaException.class)
                    .hasMessage(message);
        }
        forget(embedded.level());
        assertThatThrownBy(() -> embedded.prepare(true))
                .isInstanceOf(SchemaException.class)
                .hasMessage(message);
    }

    private void forget(int version) {
        int hits =
                test.database()
                        .update(
                                "DELETE FROM schema_migrations WHERE version = ?",
                                parameters -> parameters.integer(version));
        assertThat(hits).isEqualTo(1);
    }

    @Test
    void incompatibleSchemaIsToldBeforeAnythingElse() {
        embedded.prepare(true);
        forget(2);
        test.database().update("UPDATE schema_compat SET min_binary_schema = 99", Jdbc.Binder.NONE);
        assertThatThrownBy(() -> embedded.prepare(true))
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.isIncompatible()).isTrue());
    }

    private List<String> tables() {
        return test.database()
                .list(
                        """
                        SELECT tablename FROM pg_tables WHERE schemaname = 'public'
                        ORDER BY tablename
                        """,
                        Jdbc.Binder.NONE,
                        row -> row.text("tablename"));
    }

    private List<Instant> appliedAt() {
        return test.database()
                .list(
                        "SELECT applied_at FROM schema_migrations",
                        Jdbc.Binder.NONE,
                        row -> row.instant("applied_at"));
    }
}
