package dev.myriarch.rollout.pg;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Parameters;
import dev.myriarch.db.Row;
import dev.myriarch.db.StoredText;
import dev.myriarch.rollout.RolloutId;
import dev.myriarch.rollout.VersionSelection;
import dev.myriarch.rollout.VersionSelectionStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Table {@code fleet_version_selections}. Thread-safe. */
public final class VersionSelectionStorePg implements VersionSelectionStore {
    private static final String SELECT =
            """
            SELECT fleet, version, selected_by, selected_at, reason, git_target, revision,
              planned_at, rollout_id, invalidated_at, invalid_reason
            FROM fleet_version_selections
            """;

    private static final String FIND = SELECT + "WHERE fleet = ?";

    private static final String LIST = SELECT + "ORDER BY fleet";

    private static final String INSERT =
            """
            INSERT INTO fleet_version_selections
              (version, selected_by, selected_at, reason, git_target, revision, fleet)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (fleet) DO NOTHING
            """;

    /** A choice is recognized by its version, who made it and when. */
    private static final String SAME =
            "WHERE fleet = ? AND version = ? AND selected_by = ? AND selected_at = ?";

    private static final String REPLACE =
            """
            UPDATE fleet_version_selections
            SET version = ?, selected_by = ?, selected_at = ?, reason = ?, git_target = ?,
              revision = ?, planned_at = NULL, rollout_id = NULL, invalidated_at = NULL,
              invalid_reason = NULL
            """
                    + SAME;

    private static final String REMOVE = "DELETE FROM fleet_version_selections " + SAME;

    private static final String PLANNED =
            "UPDATE fleet_version_selections SET planned_at = ?, rollout_id = ? " + SAME;

    private static final String INVALIDATE =
            "UPDATE fleet_version_selections SET invalidated_at = ?, invalid_reason = ? " + SAME;

    private final Jdbc jdbc;

    public VersionSelectionStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<VersionSelection> find(String fleet) {
        return jdbc.one(
                FIND, parameters -> parameters.text(fleet), VersionSelectionStorePg::selection);
    }

    @Override
    public List<VersionSelection> list() {
        return jdbc.list(LIST, Jdbc.Binder.NONE, VersionSelectionStorePg::selection);
    }

    @Override
    public boolean replace(Optional<VersionSelection> read, VersionSelection next) {
        if (read.isEmpty()) {
            return hit(INSERT, parameters -> choice(parameters, next).text(next.fleet()));
        }
        return hit(REPLACE, parameters -> same(choice(parameters, next), read.get()));
    }

    @Override
    public boolean remove(VersionSelection read) {
        return hit(REMOVE, parameters -> same(parameters, read));
    }

    @Override
    public boolean markPlanned(VersionSelection read, VersionSelection.Planned planned) {
        return hit(
                PLANNED,
                parameters ->
                        same(
                                parameters
                                        .instant(planned.at())
                                        .uuid(planned.rollout().map(RolloutId::uuid).orElse(null)),
                                read));
    }

    @Override
    public boolean invalidate(VersionSelection read, String reason, Instant now) {
        return hit(
                INVALIDATE,
                parameters -> same(parameters.instant(now).text(StoredText.of(reason)), read));
    }

    private boolean hit(String sql, Jdbc.Binder binder) {
        return jdbc.update(sql, binder) == 1;
    }

    private static Parameters choice(Parameters parameters, VersionSelection selection) {
        return parameters
                .text(selection.version().toString())
                .text(selection.choice().by())
                .instant(selection.choice().at())
                .text(StoredText.of(selection.choice().reason()))
                .text(selection.gitTarget().map(SemanticVersion::toString).orElse(null))
                .text(selection.revision());
    }

    private static Parameters same(Parameters parameters, VersionSelection read) {
        return parameters
                .text(read.fleet())
                .text(read.version().toString())
                .text(read.choice().by())
                .instant(read.choice().at());
    }

    private static VersionSelection selection(Row row) {
        return new VersionSelection(
                row.text("fleet"),
                version(row.text("version")),
                new VersionSelection.Choice(
                        row.text("selected_by"), row.instant("selected_at"), row.text("reason")),
                row.optionalText("git_target").map(VersionSelectionStorePg::version),
                row.text("revision"),
                row.optionalInstant("planned_at")
                        .map(at ->
                                new VersionSelection.Planned(
                                        at, row.optionalUuid("rollout_id").map(RolloutId::new))),
                row.optionalInstant("invalidated_at")
                        .map(at -> new VersionSelection.Invalid(at, row.text("invalid_reason"))));
    }

    private static SemanticVersion version(String text) {
        return SemanticVersion.parseStrict(text)
                .orElseThrow(() -> new IllegalStateException("a stored version is no version"));
    }
}
