package dev.myriarch.opamp;

import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.auth.FailureLimiter;
import dev.myriarch.base.TokenBucket;
import dev.myriarch.http.ClientAddress;
import dev.myriarch.http.RateLimiter;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Who may come in. Refusing at the handshake is the only brake that clients respect: one that was
 * let in and closed comes back at once. Thread-safe.
 */
final class Admission {
    private static final Duration AFTER_SHUTDOWN = Duration.ofSeconds(10);
    private static final Duration AFTER_RATE = Duration.ofSeconds(5);
    private static final Duration AFTER_FULL = Duration.ofSeconds(30);

    /** Bad credentials that a client may present per minute. */
    private static final int FAILURES_PER_MINUTE = 10;

    /** Clients whose rate is remembered at the same time. */
    private static final int MAX_CLIENTS = 10_000;

    private final OpampSettings.Limits limits;
    private final AgentCredentials credentials;
    private final InstantSource clock;
    private final RateLimiter perClient;
    private final FailureLimiter failures;
    private final ReentrantLock lock = new ReentrantLock();
    private final TokenBucket replica;
    private final AtomicInteger connections = new AtomicInteger();
    private final Map<UUID, Integer> perToken = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    Admission(OpampSettings.Limits limits, AgentCredentials credentials, InstantSource clock) {
        this.limits = limits;
        this.credentials = credentials;
        this.clock = clock;
        this.perClient =
                new RateLimiter(
                        new RateLimiter.Rate(
                                limits.connectRatePerIp(), 2.0 * limits.connectRatePerIp()),
                        MAX_CLIENTS,
                        clock);
        this.failures = new FailureLimiter(clock, FAILURES_PER_MINUTE);
        this.replica =
                new TokenBucket(limits.connectRate(), 2.0 * limits.connectRate(), clock.instant());
    }

    /** The answer to a handshake or a poll. */
    sealed interface Verdict {
        /**
         * @param ticket to release when the connection is over
         * @param certificateUntil the end of the certificate, where one was shown
         */
        record Admitted(
                AgentAuthentication.Accepted credential,
                Ticket ticket,
                Optional<Instant> certificateUntil)
                implements Verdict {}

        /**
         * @param status HTTP status
         * @param retryAfter where the client should wait
         * @param reason unauthorized, unavailable, rate_limited, too_many, too_many_failures,
         *     token_limit, shutdown
         */
        record Refused(int status, Optional<Duration> retryAfter, String reason)
                implements Verdict {}
    }

    /** Refuses everything from now on. */
    void stop() {
        stopping = true;
    }

    /** WebSocket connections that are admitted and not over. */
    int connections() {
        return connections.get();
    }

    /**
     * @param certificate asked for once the client may try at all, because verifying takes time
     */
    Verdict admit(
            InetAddress client,
            Optional<String> authorization,
            Supplier<AgentCredentials.Certificate> certificate,
            Transport transport) {
        Instant now = clock.instant();
        if (stopping) {
            return refused(503, AFTER_SHUTDOWN, "shutdown");
        }
        String key = ClientAddress.limiterKey(client);
        if (!perClient.tryAcquire(key)) {
            return refused(429, AFTER_RATE, "rate_limited");
        }
        Ticket ticket = new Ticket();
        if (transport == Transport.WEBSOCKET && !ticket.takePlace()) {
            return refused(503, AFTER_FULL, "too_many");
        }
        AgentCredentials.Certificate shown = stillValid(certificate.get(), now);
        Verdict verdict =
                switch (credentials.authenticate(authorization, shown)) {
                    case AgentAuthentication.Refused _ -> unauthorized(key, authorization);
                    case AgentAuthentication.Unavailable _ ->
                            refused(503, AFTER_RATE, "unavailable");
                    case AgentAuthentication.Accepted accepted ->
                            accept(accepted, end(shown), transport, ticket, now);
                };
        if (verdict instanceof Verdict.Refused) {
            ticket.release();
        }
        return verdict;
    }

    /**
     * A client that guesses is slowed down. Its good credentials still count, because many agents
     * may share its address; and having none at all is no guess.
     */
    private Verdict unauthorized(String client, Optional<String> authorization) {
        Duration delay = authorization.isEmpty() ? Duration.ZERO : failures.delay(client);
        if (delay.isPositive()) {
            return refused(429, wholeSeconds(delay), "too_many_failures");
        }
        if (authorization.isPresent()) {
            failures.failed(client);
        }
        return new Verdict.Refused(401, Optional.empty(), "unauthorized");
    }

    /** Rounded up, because a client that comes too early is refused again. */
    private static Duration wholeSeconds(Duration duration) {
        return Duration.ofSeconds(duration.plusNanos(999_999_999).toSeconds());
    }

    private Verdict accept(
            AgentAuthentication.Accepted accepted,
            Optional<Instant> certificateUntil,
            Transport transport,
            Ticket ticket,
            Instant now) {
        if (!takeReplica(now)) {
            return refused(429, AFTER_RATE, "rate_limited");
        }
        if (transport == Transport.WEBSOCKET && !ticket.takeToken(accepted.token())) {
            return refused(429, AFTER_FULL, "token_limit");
        }
        return new Verdict.Admitted(accepted, ticket, certificateUntil);
    }

    /** The listener looked at it when the connection began, and polls share one for a long time. */
    private static AgentCredentials.Certificate stillValid(
            AgentCredentials.Certificate shown, Instant now) {
        return end(shown).filter(now::isAfter).isPresent()
                ? new AgentCredentials.Certificate.Rejected()
                : shown;
    }

    private static Optional<Instant> end(AgentCredentials.Certificate shown) {
        return shown instanceof AgentCredentials.Certificate.Verified verified
                ? Optional.of(verified.validUntil())
                : Optional.empty();
    }

    /** After the authentication, so that bad credentials cannot exhaust it. */
    private boolean takeReplica(Instant now) {
        lock.lock();
        try {
            return replica.tryTake(now);
        } finally {
            lock.unlock();
        }
    }

    private static Verdict.Refused refused(int status, Duration retryAfter, String reason) {
        return new Verdict.Refused(status, Optional.of(retryAfter), reason);
    }

    /** The place of one connection; released once, by whoever ends it. */
    final class Ticket {
        private final AtomicBoolean placed = new AtomicBoolean();
        private volatile Optional<UUID> token = Optional.empty();

        private boolean takePlace() {
            if (connections.incrementAndGet() > limits.maxConnections()) {
                connections.decrementAndGet();
                return false;
            }
            placed.set(true);
            return true;
        }

        private boolean takeToken(Optional<UUID> presented) {
            if (presented.isEmpty() || limits.maxConnectionsPerToken() == 0) {
                return true;
            }
            boolean[] taken = new boolean[1];
            perToken.compute(
                    presented.get(),
                    (_, count) -> {
                        int open = count == null ? 0 : count;
                        taken[0] = open < limits.maxConnectionsPerToken();
                        return taken[0] ? Integer.valueOf(open + 1) : count;
                    });
            if (taken[0]) {
                token = presented;
            }
            return taken[0];
        }

        void release() {
            if (placed.compareAndSet(true, false)) {
                connections.decrementAndGet();
                token.ifPresent(id ->
                        perToken.computeIfPresent(id, (_, count) -> count > 1 ? count - 1 : null));
            }
        }
    }
}
