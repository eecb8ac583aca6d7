package dev.myriarch.auth.pg;

import dev.myriarch.auth.Role;
import dev.myriarch.auth.User;
import dev.myriarch.auth.UserStore;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Table {@code users}. */
public final class UserStorePg implements UserStore {
    private static final String RECORD_LOGIN =
            """
            INSERT INTO users
              (id, provider, subject, display_name, role, disabled, created_at, last_login_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (provider, subject) DO UPDATE SET
              display_name = excluded.display_name,
              role = excluded.role,
              last_login_at = excluded.last_login_at
            RETURNING id, provider, subject, display_name, role, disabled
            """;

    private static final String FIND =
            """
            SELECT id, provider, subject, display_name, role, disabled FROM users WHERE id = ?
            """;

    private final Jdbc jdbc;

    public UserStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public User recordLogin(User user, Instant now) {
        return jdbc.one(
                        RECORD_LOGIN,
                        parameters ->
                                parameters
                                        .uuid(user.id())
                                        .text(user.provider())
                                        .text(user.subject())
                                        .text(user.displayName())
                                        .text(user.role().text())
                                        .bool(user.disabled())
                                        .instant(now)
                                        .instant(now),
                        row -> user(row, "id"))
                .orElseThrow(() -> new IllegalStateException("an upsert returns its row"));
    }

    @Override
    public Optional<User> find(UUID id) {
        return jdbc.one(FIND, parameters -> parameters.uuid(id), row -> user(row, "id"));
    }

    /** Reads a user of a row, which may be one of a join. */
    static User user(Row row, String idColumn) {
        return new User(
                row.uuid(idColumn),
                row.text("provider"),
                row.text("subject"),
                row.text("display_name"),
                role(row),
                row.bool("disabled"));
    }

    static Role role(Row row) {
        return Role.of(row.text("role"))
                .orElseThrow(() -> new IllegalStateException("the column is checked"));
    }
}
