package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SchemaDecisionTest {
    @Test
    void emptyDatabaseIsMigratedOrRefused() {
        assertThat(SchemaDecision.decide(SchemaState.EMPTY, 3, true))
                .isEqualTo(new SchemaDecision.Migrate());
        assertThat(SchemaDecision.decide(SchemaState.EMPTY, 3, false))
                .isEqualTo(
                        new SchemaDecision.RefuseOlder(
                                "the database schema is at version 0 but this myriarchd needs"
                                        + " version 3 and database.migrateOnStart is false: run"
                                        + " \"myriarchd migrate\" first, or set"
                                        + " database.migrateOnStart to true"));
    }

    @Test
    void olderSchemaIsMigratedOrRefused() {
        assertThat(SchemaDecision.decide(state(2, 1), 3, true))
                .isEqualTo(new SchemaDecision.Migrate());
        assertThat(SchemaDecision.decide(state(2, 1), 3, false))
                .isInstanceOfSatisfying(
                        SchemaDecision.RefuseOlder.class,
                        refusal ->
                                assertThat(refusal.message())
                                        .startsWith("the database schema is at version 2 but"));
    }

    @Test
    void equalSchemaStarts() {
        assertThat(SchemaDecision.decide(state(3, 3), 3, true))
                .isEqualTo(new SchemaDecision.Start());
        assertThat(SchemaDecision.decide(state(3, 1), 3, false))
                .isEqualTo(new SchemaDecision.Start());
    }

    @Test
    void newerCompatibleSchemaStartsWithAWarning() {
        for (boolean migrate : new boolean[] {true, false}) {
            assertThat(SchemaDecision.decide(state(4, 3), 3, migrate))
                    .isEqualTo(
                            new SchemaDecision.StartOnNewer(
                                    "the database schema is newer than this myriarchd but"
                                            + " compatible with it (after a rollback, or while a"
                                            + " rolling update is under way): run the release that"
                                            + " matches the schema as soon as you can"));
        }
    }

    @Test
    void incompatibleSchemaIsRefusedInBothModes() {
        for (boolean migrate : new boolean[] {true, false}) {
            assertThat(SchemaDecision.decide(state(5, 4), 3, migrate))
                    .isEqualTo(
                            new SchemaDecision.RefuseIncompatible(
                                    "the database schema is incompatible with this myriarchd: the"
                                            + " database is at schema version 5 and needs a"
                                            + " myriarchd with schema level 4 or higher"
                                            + " (compatibility level 4), this myriarchd has schema"
                                            + " level 3; start a newer myriarchd release or restore"
                                            + " a backup of the database from before the upgrade"));
        }
    }

    @Test
    void schemaWithoutItsLevelIsDamaged() {
        assertThat(SchemaDecision.decide(new SchemaState(2, OptionalInt.empty()), 3, true))
                .isInstanceOfSatisfying(
                        SchemaDecision.RefuseDamaged.class,
                        refusal -> assertThat(refusal.message()).contains("restore a backup"));
    }

    private static SchemaState state(int version, int compatibility) {
        return new SchemaState(version, OptionalInt.of(compatibility));
    }
}
