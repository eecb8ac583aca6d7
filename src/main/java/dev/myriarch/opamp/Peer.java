package dev.myriarch.opamp;

import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import java.time.Instant;
import java.util.Optional;

/**
 * The other side of a connection.
 *
 * @param remoteAddress address without port, after trusted proxies
 * @param certificateUntil the end of the certificate that it showed
 */
record Peer(
        AgentAuthentication.Accepted credential,
        String remoteAddress,
        Transport transport,
        Optional<Instant> certificateUntil) {
    private static final String NO_CREDENTIAL = "none";

    /** Who speaks, as the audit log names it. */
    String actor() {
        return credential.credential().equals(NO_CREDENTIAL)
                ? "anonymous"
                : credential.credential();
    }
}
