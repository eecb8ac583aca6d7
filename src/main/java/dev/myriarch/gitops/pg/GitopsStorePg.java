package dev.myriarch.gitops.pg;

import dev.myriarch.base.Value;
import dev.myriarch.db.Combiner;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.gitops.GitopsStatus;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** GitOps state in PostgreSQL. Thread-safe. */
public final class GitopsStorePg implements GitopsStore {
    private static final Duration QUIET_LOG = Duration.ofHours(1);

    private static final String STATUS =
            """
            SELECT state, applied_revision, applied_at, latest_revision, checked_at,
                   issues::text AS issues, message
            FROM gitops_status
            """;
    private static final String APPLIED_REVISION = "SELECT applied_revision FROM gitops_status";
    private static final String FILES = "SELECT path, body FROM gitops_files ORDER BY path";
    private static final String LOCK = "SELECT state FROM gitops_status FOR UPDATE";
    private static final String SET_APPLIED =
            """
            UPDATE gitops_status
            SET state = 'ok', applied_revision = ?, applied_at = ?, latest_revision = ?,
                checked_at = ?, issues = ?, message = ''
            """;
    private static final String SET_UNCHANGED =
            """
            UPDATE gitops_status
            SET state = CASE WHEN applied_revision = ? THEN 'ok' ELSE 'error' END,
                checked_at = ?, message = ''
            """;
    private static final String SET_INVALID =
            """
            UPDATE gitops_status
            SET state = 'error', latest_revision = ?, checked_at = ?, issues = ?, message = ''
            """;
    private static final String SET_FAILED =
            "UPDATE gitops_status SET state = 'error', checked_at = ?, message = ?";
    private static final String ADD_SYNC =
            """
            INSERT INTO gitops_syncs
              (at, revision, result, changed_objects, errors, warnings, message)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String LOGGED_SINCE =
            """
            SELECT count(*) AS logged FROM gitops_syncs
            WHERE result = ? AND message = ? AND at > ?
            """;
    private static final String SYNCS =
            """
            SELECT at, revision, result, changed_objects::text AS changed_objects, errors,
                   warnings, message
            FROM gitops_syncs ORDER BY id DESC LIMIT ?
            """;

    /** Agents that register ask for it, each after its assignment was stored. */
    private static final Combiner.Limits LIMITS =
            new Combiner.Limits(20_000, 1000, Duration.ofSeconds(30));

    private final Database database;

    private final Combiner<Object, Optional<String>> revision =
            new Combiner<>(LIMITS, question -> question, this::answerAll);

    public GitopsStorePg(Database database) {
        this.database = database;
    }

    @Override
    public GitopsStatus status() {
        return database.one(STATUS, Jdbc.Binder.NONE, GitopsStorePg::status)
                .orElseThrow(() -> new IllegalStateException("gitops_status has no row"));
    }

    private static GitopsStatus status(Row row) {
        return new GitopsStatus(
                row.text("state"),
                row.optionalText("applied_revision"),
                row.optionalInstant("applied_at"),
                row.optionalText("latest_revision"),
                row.optionalInstant("checked_at"),
                IssueJson.read(row.text("issues")),
                row.text("message"));
    }

    @Override
    public Optional<String> appliedRevision() {
        return database.isFenced() ? readRevision() : revision.ask(new Object());
    }

    private List<Combiner.Outcome<Optional<String>>> answerAll(List<Object> questions) {
        return Collections.nCopies(
                questions.size(), new Combiner.Outcome.Answered<>(readRevision()));
    }

    private Optional<String> readRevision() {
        return database.one(
                        APPLIED_REVISION,
                        Jdbc.Binder.NONE,
                        row -> row.optionalText("applied_revision"))
                .flatMap(revision -> revision);
    }

    @Override
    public Optional<Applied> applied() {
        return database.inTransaction(jdbc -> {
            // The lock keeps revision and files together while another replica applies.
            jdbc.one(LOCK, Jdbc.Binder.NONE, row -> row.text("state"));
            Optional<String> revision =
                    jdbc.one(
                                    APPLIED_REVISION,
                                    Jdbc.Binder.NONE,
                                    row -> row.optionalText("applied_revision"))
                            .flatMap(value -> value);
            return revision.map(value -> new Applied(value, files(jdbc)));
        });
    }

    private static List<RepositoryFile> files(Jdbc jdbc) {
        return jdbc.list(
                FILES,
                Jdbc.Binder.NONE,
                row -> new RepositoryFile(row.text("path"), row.bytes("body")));
    }

    @Override
    public List<String> apply(
            Snapshot snapshot, List<RepositoryFile> files, List<Issue> warnings, Instant now) {
        return database.inTransaction(jdbc -> {
            jdbc.one(LOCK, Jdbc.Binder.NONE, row -> row.text("state"));
            List<String> changed = StoredObjects.replace(jdbc, snapshot);
            StoredFiles.replace(jdbc, files);
            must(
                    jdbc.update(
                            SET_APPLIED,
                            parameters ->
                                    parameters
                                            .text(snapshot.revision())
                                            .instant(now)
                                            .text(snapshot.revision())
                                            .instant(now)
                                            .json(IssueJson.write(warnings))));
            addSync(
                    jdbc,
                    new SyncRecord(
                            now,
                            snapshot.revision(),
                            "applied",
                            changed,
                            0,
                            count(warnings, Issue.Severity.WARNING),
                            ""));
            return changed;
        });
    }

    @Override
    public void recordUnchanged(String revision, Instant now) {
        database.inTransaction(jdbc -> {
            must(jdbc.update(SET_UNCHANGED, parameters -> parameters.text(revision).instant(now)));
            addQuietly(jdbc, new SyncRecord(now, revision, "unchanged", List.of(), 0, 0, ""));
            return true;
        });
    }

    @Override
    public void recordInvalid(String revision, List<Issue> issues, Instant now) {
        database.inTransaction(jdbc -> {
            must(
                    jdbc.update(
                            SET_INVALID,
                            parameters ->
                                    parameters
                                            .text(revision)
                                            .instant(now)
                                            .json(IssueJson.write(issues))));
            addSync(
                    jdbc,
                    new SyncRecord(
                            now,
                            revision,
                            "invalid",
                            List.of(),
                            count(issues, Issue.Severity.ERROR),
                            count(issues, Issue.Severity.WARNING),
                            ""));
            return true;
        });
    }

    private static int count(List<Issue> issues, Issue.Severity severity) {
        return (int) issues.stream().filter(issue -> issue.severity() == severity).count();
    }

    @Override
    public void recordFailed(String message, Instant now) {
        database.inTransaction(jdbc -> {
            must(jdbc.update(SET_FAILED, parameters -> parameters.instant(now).text(message)));
            addQuietly(jdbc, new SyncRecord(now, "", "failed", List.of(), 0, 0, message));
            return true;
        });
    }

    /** Polling must not fill the history: the same news counts once an hour. */
    private static void addQuietly(Jdbc jdbc, SyncRecord sync) {
        long logged =
                jdbc.one(
                                LOGGED_SINCE,
                                parameters ->
                                        parameters
                                                .text(sync.result())
                                                .text(sync.message())
                                                .instant(sync.at().minus(QUIET_LOG)),
                                row -> row.bigint("logged"))
                        .orElse(0L);
        if (logged == 0) {
            addSync(jdbc, sync);
        }
    }

    private static void addSync(Jdbc jdbc, SyncRecord sync) {
        must(
                jdbc.update(
                        ADD_SYNC,
                        parameters ->
                                parameters
                                        .instant(sync.at())
                                        .text(sync.revision())
                                        .text(sync.result())
                                        .json(
                                                StorableJson.write(
                                                        Value.ofTexts(sync.changedObjects())))
                                        .integer(sync.errors())
                                        .integer(sync.warnings())
                                        .text(sync.message())));
    }

    private static void must(int hits) {
        if (hits != 1) {
            throw new IllegalStateException("hit " + hits + " rows instead of one");
        }
    }

    @Override
    public List<SyncRecord> syncs(int limit) {
        return database.list(
                SYNCS,
                parameters -> parameters.integer(limit),
                row ->
                        new SyncRecord(
                                row.instant("at"),
                                row.text("revision"),
                                row.text("result"),
                                JsonObject.readStored(
                                                "{\"keys\":" + row.text("changed_objects") + "}",
                                                "changed objects")
                                        .texts("keys"),
                                row.integer("errors"),
                                row.integer("warnings"),
                                row.text("message")));
    }
}
