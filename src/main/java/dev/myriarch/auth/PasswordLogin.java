package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import dev.myriarch.base.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Sign-in with a name and a password. Thread-safe. */
public final class PasswordLogin {
    private static final String DEVELOPMENT = "dev";
    private static final String BOOTSTRAP = "bootstrap";

    /** Comparing a hash keeps a core busy for a good part of a second. */
    private static final int COMPARISONS_AT_ONCE = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Optional<AuthSettings.DevelopmentUser> developmentUser;
    private final Optional<AuthSettings.BootstrapAdmin> bootstrapAdmin;
    private final Semaphore comparisons = new Semaphore(COMPARISONS_AT_ONCE);
    private final UserStore users;
    private final Sessions sessions;
    private final FailureLimiter failures;
    private final InstantSource clock;

    PasswordLogin(
            AuthSettings settings,
            UserStore users,
            Sessions sessions,
            FailureLimiter failures,
            InstantSource clock) {
        developmentUser =
                settings.developmentUser().filter(user -> !user.password().reveal().isEmpty());
        bootstrapAdmin = settings.bootstrapAdmin();
        this.users = users;
        this.sessions = sessions;
        this.failures = failures;
        this.clock = clock;
    }

    /** Whether there is anybody who can sign in like this. */
    public boolean isOffered() {
        return developmentUser.isPresent() || bootstrapAdmin.isPresent();
    }

    /**
     * @param client key under which failures of the caller are counted
     */
    public Outcome login(String name, Secret password, String client) {
        Duration delay = failures.delay(client);
        if (delay.isPositive()) {
            return new Outcome.TooMany(delay);
        }
        if (developmentUser.filter(user -> matches(user, name, password)).isPresent()) {
            return signIn(DEVELOPMENT, name);
        }
        if (bootstrapAdmin.isEmpty()) {
            failures.failed(client);
            return new Outcome.Refused();
        }
        return loginAsAdmin(bootstrapAdmin.get(), name, password, client);
    }

    private Outcome loginAsAdmin(
            AuthSettings.BootstrapAdmin admin, String name, Secret password, String client) {
        if (!startComparison()) {
            return new Outcome.TooMany(PATIENCE);
        }
        boolean matches;
        try {
            matches = matches(admin, name, password);
        } finally {
            comparisons.release();
        }
        if (!matches) {
            failures.failed(client);
            return new Outcome.Refused();
        }
        return signIn(BOOTSTRAP, name);
    }

    private boolean startComparison() {
        try {
            return comparisons.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Outcome signIn(String provider, String name) {
        Instant now = clock.instant();
        User user =
                users.recordLogin(
                        new User(UuidV7.create(now), provider, name, name, Role.ADMIN, false), now);
        return user.disabled() ? new Outcome.Refused() : new Outcome.SignedIn(sessions.issue(user));
    }

    private static boolean matches(
            AuthSettings.BootstrapAdmin admin, String name, Secret password) {
        boolean sameName = new Secret(admin.name()).matches(name);
        boolean samePassword = admin.password().matches(password);
        return sameName && samePassword;
    }

    /** Both comparisons are made in any case, so that the time does not tell which one failed. */
    private static boolean matches(
            AuthSettings.DevelopmentUser user, String name, Secret password) {
        boolean sameName = new Secret(user.name()).matches(name);
        boolean samePassword = user.password().matches(password.reveal());
        return sameName && samePassword;
    }

    /** What came of it. */
    public sealed interface Outcome {
        record SignedIn(Sessions.Issued session) implements Outcome {}

        record Refused() implements Outcome {}

        record TooMany(Duration retryAfter) implements Outcome {}
    }
}
