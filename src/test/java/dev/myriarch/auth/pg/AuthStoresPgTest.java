package dev.myriarch.auth.pg;

import static dev.myriarch.auth.TokenIssuer.Replacement.REPLACED;
import static dev.myriarch.auth.TokenIssuer.Replacement.REVOKED;
import static dev.myriarch.auth.TokenIssuer.Replacement.UNCHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.EnrollmentToken;
import dev.myriarch.auth.Role;
import dev.myriarch.auth.Session;
import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.auth.TokenUsage;
import dev.myriarch.auth.Tokens;
import dev.myriarch.auth.User;
import dev.myriarch.base.Secret;
import dev.myriarch.base.Sha256;
import dev.myriarch.base.UuidV7;
import dev.myriarch.base.Value;
import dev.myriarch.db.Database;
import dev.myriarch.db.Jdbc;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class AuthStoresPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123456Z");

    private final Database database = DATABASE.database();
    private final UserStorePg users = new UserStorePg(database);
    private final SessionStorePg sessions = new SessionStorePg(database);
    private final ApiTokenStorePg apiTokens = new ApiTokenStorePg(database);
    private final EnrollmentTokenStorePg enrollmentTokens = new EnrollmentTokenStorePg(database);

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void aSecondLoginKeepsTheIdAndTakesTheNewRole() {
        User first = users.recordLogin(user("alice", Role.VIEWER), NOW);
        User second = users.recordLogin(user("alice", Role.OPERATOR), NOW.plusSeconds(1));

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.role()).isEqualTo(Role.OPERATOR);
        assertThat(users.find(first.id())).contains(second);
        assertThat(users.find(UuidV7.create(NOW))).isEmpty();
    }

    @Test
    void aDisabledUserStaysDisabled() {
        User user = users.recordLogin(user("mallory", Role.VIEWER), NOW);
        database.update(
                "UPDATE users SET disabled = true WHERE id = ?",
                parameters -> parameters.uuid(user.id()));

        assertThat(users.recordLogin(user("mallory", Role.ADMIN), NOW).disabled()).isTrue();
    }

    @Test
    void aSessionComesBackWithItsUser() {
        Session session = session("bob", NOW, NOW.plusSeconds(60));
        sessions.insert(session);

        assertThat(sessions.find(session.tokenHash())).contains(session);
        assertThat(sessions.delete(session.tokenHash())).isTrue();
        assertThat(sessions.delete(session.tokenHash())).isFalse();
        assertThat(sessions.find(session.tokenHash())).isEmpty();
    }

    @Test
    void theLastUseOnlyMovesForward() {
        Session session = session("carol", NOW, NOW.plusSeconds(60));
        sessions.insert(session);

        assertThat(sessions.touch(session.tokenHash(), NOW.plusSeconds(10))).isTrue();
        assertThat(sessions.touch(session.tokenHash(), NOW.plusSeconds(5))).isTrue();

        assertThat(sessions.find(session.tokenHash()).map(Session::lastUsedAt))
                .contains(NOW.plusSeconds(10));
        assertThat(sessions.touch(Sha256.hex("other"), NOW)).isFalse();
    }

    @Test
    void endedAndIdleSessionsAreRemoved() {
        Instant later = NOW.plus(Duration.ofDays(1));
        Session ended = session("dave", NOW, later);
        Session idle = session("erin", NOW, later.plusSeconds(60));
        Session live = session("frank", later, later.plusSeconds(60));
        List.of(ended, idle, live).forEach(sessions::insert);

        sessions.deleteEnded(later, later.minus(Duration.ofHours(2)));

        assertThat(sessions.find(ended.tokenHash())).isEmpty();
        assertThat(sessions.find(idle.tokenHash())).isEmpty();
        assertThat(sessions.find(live.tokenHash())).isPresent();
    }

    @Test
    void ensuringATokenTwiceCreatesItOnce() {
        TokenIssuer issuer = new TokenIssuer(apiTokens, enrollmentTokens, new SettableClock(NOW));
        String api = "myra_" + "1".repeat(32);
        String enrollment = "myre_" + "1".repeat(32);

        assertThat(issuer.ensureApiToken(api, "dev", Role.ADMIN)).isTrue();
        assertThat(issuer.ensureApiToken(api, "again", Role.VIEWER)).isFalse();
        assertThat(issuer.ensureEnrollmentToken(enrollment, "dev", Map.of("site", "lab"))).isTrue();
        assertThat(issuer.ensureEnrollmentToken(enrollment, "again", Map.of())).isFalse();

        assertThat(apiTokens.find(Tokens.hash(api)))
                .hasValueSatisfying(token -> {
                    assertThat(token.name()).isEqualTo("dev");
                    assertThat(token.role()).isEqualTo(Role.ADMIN);
                    assertThat(token.prefix()).isEqualTo("myra_111111");
                    assertThat(token.createdAt()).isEqualTo(NOW);
                });
        assertThat(enrollmentTokens.find(Tokens.hash(enrollment)))
                .map(EnrollmentToken::labels)
                .contains(Map.of("site", "lab"));
    }

    @Test
    void newTokenOfANameReplacesTheOldOneForGood() {
        SettableClock clock = new SettableClock(NOW);
        TokenIssuer issuer = new TokenIssuer(apiTokens, enrollmentTokens, clock);
        String old = "myra_" + "2".repeat(32);
        String present = "myra_" + "3".repeat(32);
        String other = "myra_" + "4".repeat(32);
        assertThat(issuer.ensureApiToken(other, "of somebody else", Role.ADMIN)).isTrue();
        assertThat(issuer.replaceApiToken(old, "admin", Role.ADMIN)).isEqualTo(REPLACED);
        clock.advance(Duration.ofHours(1));
        assertThat(issuer.replaceApiToken(old, "admin", Role.ADMIN)).isEqualTo(UNCHANGED);

        assertThat(issuer.replaceApiToken(present, "admin", Role.ADMIN)).isEqualTo(REPLACED);
        assertThat(revokedAt(old)).contains(NOW.plusSeconds(3600));
        assertThat(revokedAt(other)).isEmpty();

        // A replica that was not told of the new token yet starts.
        assertThat(issuer.replaceApiToken(old, "admin", Role.ADMIN)).isEqualTo(REVOKED);
        assertThat(revokedAt(present)).isEmpty();
        assertThat(issuer.replaceApiToken(present, "admin", Role.ADMIN)).isEqualTo(UNCHANGED);
    }

    private Optional<Instant> revokedAt(String token) {
        return apiTokens.find(Tokens.hash(token)).orElseThrow().revokedAt();
    }

    @Test
    void usesAreAddedUp() {
        TokenIssuer issuer = new TokenIssuer(apiTokens, enrollmentTokens, new SettableClock(NOW));
        String text = "myre_" + "2".repeat(32);
        issuer.ensureEnrollmentToken(text, "counted", Map.of());
        EnrollmentToken token = enrollmentTokens.find(Tokens.hash(text)).orElseThrow();

        enrollmentTokens.recordUse(Map.of(token.id(), new TokenUsage.Use(3, NOW.plusSeconds(9))));
        enrollmentTokens.recordUse(
                Map.of(
                        token.id(), new TokenUsage.Use(4, NOW.plusSeconds(1)),
                        UuidV7.create(NOW), new TokenUsage.Use(1, NOW)));

        assertThat(
                        database.one(
                                "SELECT use_count, last_used_at FROM enrollment_tokens"
                                        + " WHERE id = ?",
                                parameters -> parameters.uuid(token.id()),
                                row -> row.bigint("use_count") + " " + row.instant("last_used_at")))
                .contains("7 " + NOW.plusSeconds(9));
    }

    @Test
    void auditEventsAreStoredWithTheirDetails() {
        new AuditLogPg(database)
                .record(
                        new AuditEvent(
                                NOW,
                                "anonymous",
                                "auth.login",
                                "user",
                                "dev",
                                false,
                                Value.ofTexts(Map.of("clientAddress", "192.0.2.1"))));

        assertThat(
                        database.list(
                                "SELECT result, details->>'clientAddress' AS address"
                                        + " FROM audit_events WHERE action = 'auth.login'",
                                Jdbc.Binder.NONE,
                                row -> row.text("result") + " " + row.text("address")))
                .containsExactly("failure 192.0.2.1");
    }

    @Test
    void anAuditEventIsStoredWhateverSomebodyTyped() {
        new AuditLogPg(database)
                .record(
                        new AuditEvent(
                                NOW,
                                "anonymous",
                                "auth.odd",
                                "user",
                                "a\u0000b",
                                false,
                                Value.ofTexts(Map.of("reason", "\u0000\uD800"))));

        assertThat(
                        database.one(
                                """
                                SELECT target_id, details->>'reason' AS reason FROM audit_events
                                WHERE action = 'auth.odd'
                                """,
                                Jdbc.Binder.NONE,
                                row -> row.text("target_id") + " " + row.text("reason")))
                .contains("a\uFFFDb \uFFFD\uFFFD");
    }

    private static User user(String subject, Role role) {
        return new User(UuidV7.create(NOW), "dev", subject, subject, role, false);
    }

    private Session session(String subject, Instant usedAt, Instant expiresAt) {
        User user = users.recordLogin(user(subject, Role.VIEWER), NOW);
        return new Session(Sha256.hex(subject), user, new Secret("csrf"), NOW, usedAt, expiresAt);
    }

    @Test
    void anExpiryComesBack() {
        Optional<Instant> expiresAt = Optional.of(NOW.plusSeconds(60));
        EnrollmentToken token =
                new EnrollmentToken(
                        UuidV7.create(NOW),
                        "myre_333333",
                        "short",
                        Map.of(),
                        true,
                        "user:1",
                        NOW,
                        expiresAt,
                        Optional.empty());

        assertThat(enrollmentTokens.insertIfAbsent(token, Sha256.hex("3"))).isTrue();

        assertThat(enrollmentTokens.find(Sha256.hex("3"))).contains(token);
    }
}
