package dev.myriarch.auth;

import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What an agent must show: a token by the rule of the authenticator, and where it is required a
 * verified certificate as well. Thread-safe.
 */
public final class AgentCredentials {
    /** Longer names are no credential: they are stored with every agent. */
    private static final int MAX_SUBJECT = 1000;

    private final AgentAuthenticator tokens;
    private final boolean certificateRequired;

    /**
     * @param tokens decides what is accepted without a token
     */
    public AgentCredentials(AgentAuthenticator tokens, boolean certificateRequired) {
        this.tokens = tokens;
        this.certificateRequired = certificateRequired;
    }

    /** The client certificate that came with a connection. */
    public sealed interface Certificate {
        /** There was none. */
        record None() implements Certificate {}

        /**
         * An authority of the settings issued it, and it is valid.
         *
         * @param subject its name as RFC 2253 writes it
         * @param validUntil the last moment at which it is valid
         */
        record Verified(String subject, Instant validUntil) implements Certificate {}

        /** One was presented that is not to be believed. */
        record Rejected() implements Certificate {}
    }

    /**
     * The token is what an agent is bound to; without one it is the subject of its certificate. A
     * certificate that is presented has to be good, also where none is required.
     */
    public AgentAuthentication authenticate(
            Optional<String> authorization, Certificate certificate) {
        return switch (certificate) {
            case Certificate.Rejected _ -> new AgentAuthentication.Refused();
            case Certificate.None _ ->
                    certificateRequired
                            ? new AgentAuthentication.Refused()
                            : tokens.authenticate(authorization);
            case Certificate.Verified(String subject, Instant _) ->
                    isCredential(subject)
                            ? bound(tokens.authenticate(authorization), subject)
                            : new AgentAuthentication.Refused();
        };
    }

    private static boolean isCredential(String subject) {
        return !subject.isBlank() && subject.length() <= MAX_SUBJECT;
    }

    private static AgentAuthentication bound(AgentAuthentication result, String subject) {
        return result instanceof AgentAuthentication.Accepted accepted && accepted.token().isEmpty()
                ? new AgentAuthentication.Accepted(
                        "certificate:" + subject, Optional.empty(), Map.of(), false)
                : result;
    }
}
