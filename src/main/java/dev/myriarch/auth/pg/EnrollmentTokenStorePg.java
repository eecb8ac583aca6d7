package dev.myriarch.auth.pg;

import dev.myriarch.auth.EnrollmentToken;
import dev.myriarch.auth.EnrollmentTokenStore;
import dev.myriarch.auth.TokenUsage;
import dev.myriarch.base.Value;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Row;
import dev.myriarch.json.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Table {@code enrollment_tokens}. */
public final class EnrollmentTokenStorePg implements EnrollmentTokenStore {
    private static final String COLUMNS =
            """
            SELECT id, prefix, name, labels, multiplex, created_by, created_at, expires_at,
              revoked_at
            FROM enrollment_tokens\
            """;

    private static final String FIND = COLUMNS + " WHERE token_hash = ?";

    private static final String FIND_ALL = COLUMNS + " WHERE id = ANY (?)";

    private static final String INSERT =
            """
            INSERT INTO enrollment_tokens
              (id, token_hash, prefix, name, labels, multiplex, created_by, created_at, expires_at,
               revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (token_hash) DO NOTHING
            """;

    private static final String RECORD_USE =
            """
            UPDATE enrollment_tokens
            SET use_count = use_count + ?, last_used_at = greatest(last_used_at, ?)
            WHERE id = ?
            """;

    private final Jdbc jdbc;

    public EnrollmentTokenStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<EnrollmentToken> find(String tokenHash) {
        return jdbc.one(
                FIND, parameters -> parameters.text(tokenHash), EnrollmentTokenStorePg::token);
    }

    @Override
    public List<EnrollmentToken> findAll(Collection<UUID> ids) {
        return jdbc.list(
                FIND_ALL, parameters -> parameters.uuids(ids), EnrollmentTokenStorePg::token);
    }

    @Override
    public boolean insertIfAbsent(EnrollmentToken token, String tokenHash) {
        return jdbc.update(
                        INSERT,
                        parameters ->
                                parameters
                                        .uuid(token.id())
                                        .text(tokenHash)
                                        .text(token.prefix())
                                        .text(token.name())
                                        .json(Json.write(Value.ofTexts(token.labels())))
                                        .bool(token.multiplex())
                                        .text(token.createdBy())
                                        .instant(token.createdAt())
                                        .instant(token.expiresAt().orElse(null))
                                        .instant(token.revokedAt().orElse(null)))
                == 1;
    }

    /** A token that is gone meanwhile needs no count. */
    @Override
    public void recordUse(Map<UUID, TokenUsage.Use> uses) {
        UsageBatch.run(
                jdbc,
                RECORD_USE,
                uses,
                (parameters, token, use) ->
                        parameters.bigint(use.count()).instant(use.lastUsedAt()).uuid(token));
    }

    private static EnrollmentToken token(Row row) {
        return new EnrollmentToken(
                row.uuid("id"),
                row.text("prefix"),
                row.text("name"),
                labels(row.text("labels")),
                row.bool("multiplex"),
                row.text("created_by"),
                row.instant("created_at"),
                row.optionalInstant("expires_at"),
                row.optionalInstant("revoked_at"));
    }

    private static Map<String, String> labels(String json) {
        if (!(Json.read(json) instanceof Value.Mapping(Map<String, Value> entries))) {
            throw new IllegalStateException("labels are not an object");
        }
        Map<String, String> labels = new LinkedHashMap<>();
        entries.forEach((key, value) -> {
            if (value instanceof Value.Text(String text)) {
                labels.put(key, text);
            }
        });
        return labels;
    }
}
