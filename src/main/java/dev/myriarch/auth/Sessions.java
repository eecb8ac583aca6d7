package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import dev.myriarch.base.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Browser sessions: a random cookie, of which only the hash is stored. Thread-safe. */
public final class Sessions {
    private static final int TOKEN_BYTES = 32;
    private static final int MAX_KNOWN = 4096;
    private static final int MAX_UNKNOWN = 1024;

    /** How exact the last use is stored; each request would be a write otherwise. */
    private static final Duration TOUCH_INTERVAL = Duration.ofMinutes(1);

    private final AuthSettings settings;
    private final SessionStore store;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final CredentialCache<Session> cache;

    Sessions(
            AuthSettings settings,
            SessionStore store,
            InstantSource clock,
            RandomGenerator random) {
        this.settings = settings;
        this.store = store;
        this.clock = clock;
        this.random = random;
        cache =
                new CredentialCache<>(
                        clock,
                        new CredentialCache.Limits(
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(5),
                                MAX_KNOWN,
                                MAX_UNKNOWN),
                        store::find);
    }

    /** A new session and the value of its cookie. */
    public Issued issue(User user) {
        Instant now = clock.instant();
        byte[] token = randomBytes();
        Session session =
                new Session(
                        hash(token),
                        user,
                        new Secret(encode(randomBytes())),
                        now,
                        now,
                        now.plus(settings.sessionLifetime()));
        store.insert(session);
        return new Issued(new Secret(encode(token)), session);
    }

    /** The session of a cookie; using it keeps it from becoming idle. */
    Lookup<Session> use(String cookie) {
        Optional<String> hash = hashOfCookie(cookie);
        if (hash.isEmpty()) {
            return new Lookup.Unknown<>();
        }
        Lookup<Session> found = live(hash.get());
        return found instanceof Lookup.Known<Session>(Session session) ? touch(session) : found;
    }

    /** Whether a session that was used is still valid; looking does not count as use. */
    boolean isLive(Session session) {
        return live(session.tokenHash()) instanceof Lookup.Known<Session>;
    }

    private Lookup<Session> live(String hash) {
        Lookup<Session> found = cache.find(hash);
        boolean ended =
                found instanceof Lookup.Known<Session>(Session session)
                        && !session.isLive(clock.instant(), settings.sessionIdleTimeout());
        return ended ? new Lookup.Unknown<>() : found;
    }

    private Lookup<Session> touch(Session session) {
        Instant now = clock.instant();
        if (now.isBefore(session.lastUsedAt().plus(TOUCH_INTERVAL))) {
            return new Lookup.Known<>(session);
        }
        try {
            if (!store.touch(session.tokenHash(), now)) {
                return new Lookup.Unknown<>();
            }
        } catch (RuntimeException e) {
            return new Lookup.Failed<>(e);
        }
        Session used = session.usedAt(now);
        cache.replace(session.tokenHash(), used);
        return new Lookup.Known<>(used);
    }

    /** Ends a session here; the caller tells the other replicas. */
    public void end(Session session) {
        store.delete(session.tokenHash());
        cache.expireAll();
    }

    /** Removes what ended; for housekeeping. */
    public int removeEnded() {
        Instant now = clock.instant();
        return store.deleteEnded(now, now.minus(settings.sessionIdleTimeout()));
    }

    void expireCache() {
        cache.expireAll();
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Optional<String> hashOfCookie(String cookie) {
        try {
            byte[] token = Base64.getUrlDecoder().decode(cookie);
            return token.length == TOKEN_BYTES ? Optional.of(hash(token)) : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static String hash(byte[] token) {
        return HexFormat.of().formatHex(Sha256.digest(token));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * A session that begins.
     *
     * @param cookie value of the cookie, which is nowhere else
     */
    public record Issued(Secret cookie, Session session) {}
}
