package dev.myriarch.auth;

import dev.myriarch.auth.pg.ApiTokenStorePg;
import dev.myriarch.auth.pg.EnrollmentTokenStorePg;
import dev.myriarch.auth.pg.SessionStorePg;
import dev.myriarch.auth.pg.UserStorePg;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The stores of all credentials on a watched database, empty at first. What the test itself puts
 * there or reads is not watched.
 */
public final class StoredCredentials {
    private static final List<String> TABLES =
            List.of("sessions", "users", "api_tokens", "enrollment_tokens");

    private final Database unwatched;
    private final WatchedDatabase database;

    public StoredCredentials(TestDatabase test) {
        test.clear(TABLES);
        unwatched = test.database();
        database = new WatchedDatabase(unwatched);
    }

    /** What the stores ask. */
    public WatchedDatabase database() {
        return database;
    }

    public UserStore users() {
        return new UserStorePg(database);
    }

    public SessionStore sessions() {
        return new SessionStorePg(database);
    }

    public EnrollmentTokenStore enrollmentTokens() {
        return new EnrollmentTokenStorePg(database);
    }

    public AuthServices.Stores all() {
        return new AuthServices.Stores(users(), sessions(), new ApiTokenStorePg(database));
    }

    /** A user who signed in. */
    User signedIn(User user) {
        return new UserStorePg(unwatched).recordLogin(user, Samples.NOW);
    }

    /** When the only session was used last, as stored. */
    Instant lastUseOfSession() {
        return unwatched
                .one(
                        "SELECT last_used_at FROM sessions",
                        Jdbc.Binder.NONE,
                        row -> row.instant("last_used_at"))
                .orElseThrow();
    }

    public void put(String text, ApiToken token) {
        hit(new ApiTokenStorePg(unwatched).insertIfAbsent(token, Tokens.hash(text)));
    }

    public void put(String text, EnrollmentToken token) {
        hit(new EnrollmentTokenStorePg(unwatched).insertIfAbsent(token, Tokens.hash(text)));
    }

    void revokeApiToken(String text, Instant at) {
        hit(
                unwatched.update(
                                "UPDATE api_tokens SET revoked_at = ? WHERE token_hash = ?",
                                parameters -> parameters.instant(at).text(Tokens.hash(text)))
                        == 1);
    }

    void deleteApiToken(String text) {
        hit(
                unwatched.update(
                                "DELETE FROM api_tokens WHERE token_hash = ?",
                                parameters -> parameters.text(Tokens.hash(text)))
                        == 1);
    }

    /** Last uses of the API tokens that were used. */
    Map<UUID, Instant> apiTokenUses() {
        return unwatched
                .list(
                        "SELECT id, last_used_at FROM api_tokens WHERE last_used_at IS NOT NULL",
                        Jdbc.Binder.NONE,
                        row -> Map.entry(row.uuid("id"), row.instant("last_used_at")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Uses of the enrollment tokens that were used. */
    Map<UUID, TokenUsage.Use> enrollmentTokenUses() {
        return unwatched
                .list(
                        """
                        SELECT id, use_count, last_used_at FROM enrollment_tokens
                        WHERE use_count <> 0 OR last_used_at IS NOT NULL
                        """,
                        Jdbc.Binder.NONE,
                        row ->
                                Map.entry(
                                        row.uuid("id"),
                                        new TokenUsage.Use(
                                                row.bigint("use_count"),
                                                row.instant("last_used_at"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static void hit(boolean hit) {
        if (!hit) {
            throw new AssertionError("no row was hit");
        }
    }
}
