package dev.myriarch.auth.pg;

import dev.myriarch.auth.ApiToken;
import dev.myriarch.auth.ApiTokenStore;
import dev.myriarch.auth.TokenUsage;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Table {@code api_tokens}. */
public final class ApiTokenStorePg implements ApiTokenStore {
    private static final String FIND =
            """
            SELECT id, prefix, name, role, created_by, created_at, expires_at, revoked_at
            FROM api_tokens WHERE token_hash = ?
            """;

    private static final String INSERT =
            """
            INSERT INTO api_tokens
              (id, token_hash, prefix, name, role, created_by, created_at, expires_at, revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (token_hash) DO NOTHING
            """;

    private static final String REVOKE_OLDER =
            """
            UPDATE api_tokens SET revoked_at = ?
            WHERE name = ? AND created_by = ? AND revoked_at IS NULL AND created_at < (
              SELECT created_at FROM api_tokens WHERE token_hash = ? AND revoked_at IS NULL)
            """;

    private static final String RECORD_USE =
            """
            UPDATE api_tokens SET last_used_at = greatest(last_used_at, ?) WHERE id = ?
            """;

    private final Jdbc jdbc;

    public ApiTokenStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<ApiToken> find(String tokenHash) {
        return jdbc.one(FIND, parameters -> parameters.text(tokenHash), ApiTokenStorePg::token);
    }

    @Override
    public boolean insertIfAbsent(ApiToken token, String tokenHash) {
        return jdbc.update(
                        INSERT,
                        parameters ->
                                parameters
                                        .uuid(token.id())
                                        .text(tokenHash)
                                        .text(token.prefix())
                                        .text(token.name())
                                        .text(token.role().text())
                                        .text(token.createdBy())
                                        .instant(token.createdAt())
                                        .instant(token.expiresAt().orElse(null))
                                        .instant(token.revokedAt().orElse(null)))
                == 1;
    }

    @Override
    public int revokeOlder(String tokenHash, String name, String creator, Instant now) {
        return jdbc.update(
                REVOKE_OLDER,
                parameters -> parameters.instant(now).text(name).text(creator).text(tokenHash));
    }

    /** A token that is gone meanwhile needs no count. */
    @Override
    public void recordUse(Map<UUID, TokenUsage.Use> uses) {
        UsageBatch.run(
                jdbc,
                RECORD_USE,
                uses,
                (parameters, token, use) -> parameters.instant(use.lastUsedAt()).uuid(token));
    }

    private static ApiToken token(Row row) {
        return new ApiToken(
                row.uuid("id"),
                row.text("prefix"),
                row.text("name"),
                UserStorePg.role(row),
                row.text("created_by"),
                row.instant("created_at"),
                row.optionalInstant("expires_at"),
                row.optionalInstant("revoked_at"));
    }
}
