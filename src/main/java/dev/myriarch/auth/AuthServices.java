package dev.myriarch.auth;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Everything that checks credentials, wired together. Thread-safe. */
public final class AuthServices implements AutoCloseable {
    private final Sessions sessions;
    private final ApiTokens apiTokens;
    private final PasswordLogin passwordLogin;
    private final RequestAuthenticator requests;
    private final EnrollmentAuthenticator enrollment;
    private final EventBus.Subscription subscription;

    /**
     * @param random a secure source
     */
    public AuthServices(
            AuthSettings settings,
            Stores stores,
            EnrollmentAuthenticator enrollment,
            EventBus bus,
            InstantSource clock,
            RandomGenerator random) {
        sessions = new Sessions(settings, stores.sessions(), clock, random);
        apiTokens = new ApiTokens(stores.apiTokens(), clock);
        passwordLogin =
                new PasswordLogin(
                        settings, stores.users(), sessions, limiter(settings, clock), clock);
        requests = new RequestAuthenticator(sessions, apiTokens, limiter(settings, clock));
        this.enrollment = enrollment;
        subscription = bus.subscribe("auth-caches", this::onEvent);
    }

    /** One each for passwords and tokens: a broken script must not lock people out. */
    private static FailureLimiter limiter(AuthSettings settings, InstantSource clock) {
        return new FailureLimiter(clock, settings.failuresPerMinute());
    }

    private void onEvent(BusEvent event) {
        switch (event) {
            case BusEvent.CredentialsChanged _ -> expireCallers();
            case BusEvent.EnrollmentTokensChanged _ -> enrollment.expireCache();
            case BusEvent.BusReconnected _ -> {
                expireCallers();
                enrollment.expireCache();
            }
            case BusEvent.AgentStateChanged _,
                    BusEvent.AgentRemoved _,
                    BusEvent.DesiredStateChanged _,
                    BusEvent.AssignmentChanged _,
                    BusEvent.AgentCommanded _,
                    BusEvent.AgentMoved _,
                    BusEvent.GitopsSynced _,
                    BusEvent.GitopsSyncRequested _ -> {
                // No credential changed.
            }
        }
    }

    private void expireCallers() {
        sessions.expireCache();
        apiTokens.expireCache();
    }

    public Sessions sessions() {
        return sessions;
    }

    public PasswordLogin passwordLogin() {
        return passwordLogin;
    }

    public RequestAuthenticator requests() {
        return requests;
    }

    /** Stores how often tokens were used; call it every five seconds and at the end. */
    public void flushUsage() {
        apiTokens.flushUsage();
        enrollment.flushUsage();
    }

    @Override
    public void close() {
        subscription.close();
    }

    /** Where people and their credentials are stored. */
    public record Stores(UserStore users, SessionStore sessions, ApiTokenStore apiTokens) {}
}
