package dev.myriarch.auth;

import dev.myriarch.base.UuidV7;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Makes sure that tokens with a known text exist, for development and the first start. */
public final class TokenIssuer {
    private static final String CREATOR = "system";

    private final ApiTokenStore apiTokens;
    private final EnrollmentTokenStore enrollmentTokens;
    private final InstantSource clock;

    public TokenIssuer(
            ApiTokenStore apiTokens, EnrollmentTokenStore enrollmentTokens, InstantSource clock) {
        this.apiTokens = apiTokens;
        this.enrollmentTokens = enrollmentTokens;
        this.clock = clock;
    }

    /**
     * Creates the API token unless it is there; a revoked one stays revoked.
     *
     * @return true when it is new
     */
    public boolean ensureApiToken(String text, String name, Role role) {
        requireForm(Tokens.isApiToken(text), "an API token", "myra_");
        Instant now = clock.instant();
        return apiTokens.insertIfAbsent(
                new ApiToken(
                        UuidV7.create(now),
                        Tokens.displayPrefix(text),
                        name,
                        role,
                        CREATOR,
                        now,
                        Optional.empty(),
                        Optional.empty()),
                Tokens.hash(text));
    }

    /** What a token that takes the place of others met. */
    public enum Replacement {
        /** It counts, and nothing changed. */
        UNCHANGED,
        /** It counts from now on; older ones of the same name are revoked. */
        REPLACED,
        /** It was revoked before and stays so: somebody has to choose another one. */
        REVOKED
    }

    /**
     * Creates the API token unless it is there, and revokes the older ones that were made here
     * under the same name. A token that was revoked stays so and replaces nothing, so a replica
     * that still has the former token at its start takes nothing back.
     */
    public Replacement replaceApiToken(String text, String name, Role role) {
        boolean isNew = ensureApiToken(text, name, role);
        String hash = Tokens.hash(text);
        if (apiTokens.find(hash).filter(token -> token.revokedAt().isEmpty()).isEmpty()) {
            return Replacement.REVOKED;
        }
        int revoked = apiTokens.revokeOlder(hash, name, CREATOR, clock.instant());
        return isNew || revoked > 0 ? Replacement.REPLACED : Replacement.UNCHANGED;
    }

    /** Creates the enrollment token unless it is there; a revoked one stays revoked. */
    public boolean ensureEnrollmentToken(String text, String name, Map<String, String> labels) {
        return ensureEnrollmentToken(text, name, labels, false);
    }

    /**
     * Creates the enrollment token unless it is there; a revoked one stays revoked.
     *
     * @param multiplex whether one connection may speak for many agents
     */
    public boolean ensureEnrollmentToken(
            String text, String name, Map<String, String> labels, boolean multiplex) {
        requireForm(Tokens.isEnrollmentToken(text), "an enrollment token", "myre_");
        Instant now = clock.instant();
        return enrollmentTokens.insertIfAbsent(
                new EnrollmentToken(
                        UuidV7.create(now),
                        Tokens.displayPrefix(text),
                        name,
                        labels,
                        multiplex,
                        CREATOR,
                        now,
                        Optional.empty(),
                        Optional.empty()),
                Tokens.hash(text));
    }

    private static void requireForm(boolean right, String what, String prefix) {
        if (!right) {
            throw new IllegalArgumentException(
                    what + " is " + prefix + " and 32 to 120 letters, digits, _ or -");
        }
    }
}
