package dev.myriarch.agent.pg;

import dev.myriarch.agent.SavedFilter;
import dev.myriarch.agent.SavedFilterStore;
import dev.myriarch.db.Database;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.Row;
import dev.myriarch.db.StoredText;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Table {@code saved_filters}. Thread-safe. */
public final class SavedFilterStorePg implements SavedFilterStore {
    private static final String PREFER_NO_OTHER =
            "UPDATE saved_filters SET preferred = false WHERE owner = ? AND preferred AND id <> ?";

    private static final String PUT =
            """
            INSERT INTO saved_filters
              (id, owner, name, query, shared, preferred, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
              name = excluded.name,
              query = excluded.query,
              shared = excluded.shared,
              preferred = excluded.preferred,
              updated_at = excluded.updated_at
            WHERE saved_filters.owner = excluded.owner
            """;

    private static final String SELECT =
            """
            SELECT id, owner, name, query, shared, preferred, created_at, updated_at
            FROM saved_filters
            """;

    private static final String FIND = SELECT + "WHERE id = ?";

    private static final String VISIBLE = SELECT + "WHERE owner = ? OR shared ORDER BY name, id";

    private static final String DELETE = "DELETE FROM saved_filters WHERE id = ?";

    private final Database database;

    public SavedFilterStorePg(Database database) {
        this.database = database;
    }

    @Override
    public boolean put(SavedFilter filter) {
        try {
            return database.inTransaction(jdbc -> {
                if (filter.preferred()) {
                    // No hit means that no other one was preferred.
                    jdbc.update(
                            PREFER_NO_OTHER,
                            parameters -> parameters.text(filter.owner()).uuid(filter.id()));
                }
                return jdbc.update(
                                PUT,
                                parameters ->
                                        parameters
                                                .uuid(filter.id())
                                                .text(filter.owner())
                                                .text(StoredText.of(filter.name()))
                                                .text(StoredText.of(filter.query()))
                                                .bool(filter.shared())
                                                .bool(filter.preferred())
                                                .instant(filter.createdAt())
                                                .instant(filter.updatedAt()))
                        == 1;
            });
        } catch (DatabaseException e) {
            if (e.kind() == DatabaseException.Kind.UNIQUE) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public Optional<SavedFilter> find(UUID id) {
        return database.one(FIND, parameters -> parameters.uuid(id), SavedFilterStorePg::filter);
    }

    @Override
    public List<SavedFilter> visibleTo(String owner) {
        return database.list(
                VISIBLE, parameters -> parameters.text(owner), SavedFilterStorePg::filter);
    }

    @Override
    public boolean delete(UUID id) {
        return database.update(DELETE, parameters -> parameters.uuid(id)) == 1;
    }

    private static SavedFilter filter(Row row) {
        return new SavedFilter(
                row.uuid("id"),
                row.text("owner"),
                row.text("name"),
                row.text("query"),
                row.bool("shared"),
                row.bool("preferred"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
