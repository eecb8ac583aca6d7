package dev.myriarch.auth.pg;

import dev.myriarch.auth.Session;
import dev.myriarch.auth.SessionStore;
import dev.myriarch.base.Secret;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import java.time.Instant;
import java.util.Optional;

/** Table {@code sessions}. */
public final class SessionStorePg implements SessionStore {
    private static final String INSERT =
            """
            INSERT INTO sessions
              (token_hash, user_id, csrf_token, created_at, last_used_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """;

    private static final String FIND =
            """
            SELECT s.token_hash, s.user_id, s.csrf_token, s.created_at, s.last_used_at,
              s.expires_at, u.provider, u.subject, u.display_name, u.role, u.disabled
            FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.token_hash = ?
            """;

    private static final String TOUCH =
            """
            UPDATE sessions SET last_used_at = greatest(last_used_at, ?) WHERE token_hash = ?
            """;

    private static final String DELETE = "DELETE FROM sessions WHERE token_hash = ?";

    private static final String DELETE_ENDED =
            "DELETE FROM sessions WHERE expires_at <= ? OR last_used_at <= ?";

    private final Jdbc jdbc;

    public SessionStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void insert(Session session) {
        int hits =
                jdbc.update(
                        INSERT,
                        parameters ->
                                parameters
                                        .text(session.tokenHash())
                                        .uuid(session.user().id())
                                        .text(session.csrfToken().reveal())
                                        .instant(session.createdAt())
                                        .instant(session.lastUsedAt())
                                        .instant(session.expiresAt()));
        if (hits != 1) {
            throw new IllegalStateException("the session was not stored");
        }
    }

    @Override
    public Optional<Session> find(String tokenHash) {
        return jdbc.one(FIND, parameters -> parameters.text(tokenHash), SessionStorePg::session);
    }

    @Override
    public boolean touch(String tokenHash, Instant now) {
        return jdbc.update(TOUCH, parameters -> parameters.instant(now).text(tokenHash)) == 1;
    }

    @Override
    public boolean delete(String tokenHash) {
        return jdbc.update(DELETE, parameters -> parameters.text(tokenHash)) == 1;
    }

    @Override
    public int deleteEnded(Instant now, Instant idleSince) {
        return jdbc.update(DELETE_ENDED, parameters -> parameters.instant(now).instant(idleSince));
    }

    private static Session session(Row row) {
        return new Session(
                row.text("token_hash"),
                UserStorePg.user(row, "user_id"),
                new Secret(row.text("csrf_token")),
                row.instant("created_at"),
                row.instant("last_used_at"),
                row.instant("expires_at"));
    }
}
