package dev.myriarch.db;

/** What a binary does with the schema it finds. */
public sealed interface SchemaDecision {
    /** The schema is the one of this binary. */
    record Start() implements SchemaDecision {}

    /** The schema is newer and this binary still works on it. */
    record StartOnNewer(String warning) implements SchemaDecision {}

    /** Migrations are pending and may be applied. */
    record Migrate() implements SchemaDecision {}

    /** Migrations are pending and this start must not apply them. */
    record RefuseOlder(String message) implements SchemaDecision {}

    /** The schema needs a newer binary. */
    record RefuseIncompatible(String message) implements SchemaDecision {}

    /** Nobody can say what fits. */
    record RefuseDamaged(String message) implements SchemaDecision {}

    /**
     * @param level the highest migration of this binary
     * @param migrate whether pending migrations may be applied
     */
    static SchemaDecision decide(SchemaState state, int level, boolean migrate) {
        int version = state.version();
        if (version == 0) {
            return older(version, level, migrate);
        }
        if (state.compatibilityLevel().isEmpty()) {
            return new RefuseDamaged(
                    ("the database schema is damaged: it is at version %d but records no"
                                    + " compatibility level (table schema_compat); restore a"
                                    + " backup of the database")
                            .formatted(version));
        }
        int compatibility = state.compatibilityLevel().getAsInt();
        if (compatibility > level) {
            return new RefuseIncompatible(
                    ("the database schema is incompatible with this myriarchd: the database is at"
                                    + " schema version %d and needs a myriarchd with schema level %d or"
                                    + " higher (compatibility level %d), this myriarchd has schema level"
                                    + " %d; start a newer myriarchd release or restore a backup of the"
                                    + " database from before the upgrade")
                            .formatted(version, compatibility, compatibility, level));
        }
        if (state.damage().isPresent()) {
            return new RefuseDamaged(state.damage().get());
        }
        if (version > level) {
            return new StartOnNewer(
                    "the database schema is newer than this myriarchd but compatible with it (after"
                            + " a rollback, or while a rolling update is under way): run the release"
                            + " that matches the schema as soon as you can");
        }
        return version == level ? new Start() : older(version, level, migrate);
    }

    private static SchemaDecision older(int version, int level, boolean migrate) {
        if (migrate) {
            return new Migrate();
        }
        return new RefuseOlder(
                ("the database schema is at version %d but this myriarchd needs version %d and"
                                + " database.migrateOnStart is false: run \"myriarchd migrate\" first, or"
                                + " set database.migrateOnStart to true")
                        .formatted(version, level));
    }
}
