package dev.myriarch.auth;

import dev.myriarch.base.Secret;
import dev.myriarch.base.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Sign-in with a name and a password. Thread-safe. */
public final class PasswordLogin {
    private static final String DEVELOPMENT = "dev";

    private final Optional<AuthSettings.DevelopmentUser> developmentUser;
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
        this.users = users;
        this.sessions = sessions;
        this.failures = failures;
        this.clock = clock;
    }

    /** Whether there is anybody who can sign in like this. */
    public boolean isOffered() {
        return developmentUser.isPresent();
    }

    /**
     * @param client key under which failures of the caller are counted
     */
    public Outcome login(String name, Secret password, String client) {
        Duration delay = failures.delay(client);
        if (delay.isPositive()) {
            return new Outcome.TooMany(delay);
        }
        if (developmentUser.isEmpty() || !matches(developmentUser.get(), name, password)) {
            failures.failed(client);
            return new Outcome.Refused();
        }
        Instant now = clock.instant();
        User user =
                users.recordLogin(
                        new User(UuidV7.create(now), DEVELOPMENT, name, name, Role.ADMIN, false),
                        now);
        return user.disabled() ? new Outcome.Refused() : new Outcome.SignedIn(sessions.issue(user));
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
