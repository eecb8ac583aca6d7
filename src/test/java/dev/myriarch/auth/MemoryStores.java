package dev.myriarch.auth;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Credentials in memory, with a count of the look-ups and a switch for failure. */
public final class MemoryStores {
    private final AtomicInteger lookups = new AtomicInteger();
    private volatile boolean broken;

    private final Users users = new Users();
    private final SessionTable sessions = new SessionTable();
    private final ApiTokenTable apiTokens = new ApiTokenTable();
    private final EnrollmentTokenTable enrollmentTokens = new EnrollmentTokenTable();

    public Users users() {
        return users;
    }

    public SessionTable sessions() {
        return sessions;
    }

    public ApiTokenTable apiTokens() {
        return apiTokens;
    }

    public EnrollmentTokenTable enrollmentTokens() {
        return enrollmentTokens;
    }

    public AuthServices.Stores all() {
        return new AuthServices.Stores(users, sessions, apiTokens);
    }

    public int lookups() {
        return lookups.get();
    }

    public void setBroken(boolean broken) {
        this.broken = broken;
    }

    private <T> Optional<T> look(Map<String, T> table, String hash) {
        lookups.incrementAndGet();
        if (broken) {
            throw new IllegalStateException("the store is broken");
        }
        return Optional.ofNullable(table.get(hash));
    }

    /** Users by provider and subject. */
    public static final class Users implements UserStore {
        private final Map<String, User> rows = new ConcurrentHashMap<>();

        @Override
        public User recordLogin(User user, Instant now) {
            return rows.compute(
                    user.provider() + " " + user.subject(),
                    (_, old) ->
                            old == null
                                    ? user
                                    : new User(
                                            old.id(),
                                            old.provider(),
                                            old.subject(),
                                            user.displayName(),
                                            user.role(),
                                            old.disabled()));
        }

        @Override
        public Optional<User> find(UUID id) {
            return rows.values().stream().filter(user -> user.id().equals(id)).findFirst();
        }
    }

    /** Sessions by hash. */
    public final class SessionTable implements SessionStore {
        private final Map<String, Session> rows = new ConcurrentHashMap<>();
        private final AtomicInteger touches = new AtomicInteger();

        @Override
        public void insert(Session session) {
            rows.put(session.tokenHash(), session);
        }

        @Override
        public Optional<Session> find(String tokenHash) {
            return look(rows, tokenHash);
        }

        @Override
        public boolean touch(String tokenHash, Instant now) {
            touches.incrementAndGet();
            return rows.computeIfPresent(tokenHash, (_, session) -> session.usedAt(now)) != null;
        }

        @Override
        public boolean delete(String tokenHash) {
            return rows.remove(tokenHash) != null;
        }

        @Override
        public int deleteEnded(Instant now, Instant idleSince) {
            int before = rows.size();
            rows.values()
                    .removeIf(session ->
                            !session.expiresAt().isAfter(now)
                                    || !session.lastUsedAt().isAfter(idleSince));
            return before - rows.size();
        }

        public int touches() {
            return touches.get();
        }
    }

    /** API tokens by hash. */
    public final class ApiTokenTable implements ApiTokenStore {
        private final Map<String, ApiToken> rows = new ConcurrentHashMap<>();
        private final Map<UUID, TokenUsage.Use> uses = new HashMap<>();

        public void put(String text, ApiToken token) {
            rows.put(Tokens.hash(text), token);
        }

        public void remove(String text) {
            rows.remove(Tokens.hash(text));
        }

        @Override
        public Optional<ApiToken> find(String tokenHash) {
            return look(rows, tokenHash);
        }

        @Override
        public boolean insertIfAbsent(ApiToken token, String tokenHash) {
            return rows.putIfAbsent(tokenHash, token) == null;
        }

        @Override
        public void recordUse(Map<UUID, TokenUsage.Use> more) {
            MemoryStores.this.record(uses, more);
        }

        public Map<UUID, TokenUsage.Use> uses() {
            return uses;
        }
    }

    /** Enrollment tokens by hash. */
    public final class EnrollmentTokenTable implements EnrollmentTokenStore {
        private final Map<String, EnrollmentToken> rows = new ConcurrentHashMap<>();
        private final Map<UUID, TokenUsage.Use> uses = new HashMap<>();

        public void put(String text, EnrollmentToken token) {
            rows.put(Tokens.hash(text), token);
        }

        @Override
        public Optional<EnrollmentToken> find(String tokenHash) {
            return look(rows, tokenHash);
        }

        @Override
        public boolean insertIfAbsent(EnrollmentToken token, String tokenHash) {
            return rows.putIfAbsent(tokenHash, token) == null;
        }

        @Override
        public void recordUse(Map<UUID, TokenUsage.Use> more) {
            MemoryStores.this.record(uses, more);
        }

        public Map<UUID, TokenUsage.Use> uses() {
            return uses;
        }
    }

    private void record(Map<UUID, TokenUsage.Use> uses, Map<UUID, TokenUsage.Use> more) {
        if (broken) {
            throw new IllegalStateException("the store is broken");
        }
        more.forEach((token, use) -> uses.merge(token, use, TokenUsage.Use::plus));
    }
}
