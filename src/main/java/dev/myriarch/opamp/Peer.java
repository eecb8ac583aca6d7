package dev.myriarch.opamp;

import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;

/**
 * The other side of a connection.
 *
 * @param remoteAddress address without port, after trusted proxies
 */
record Peer(AgentAuthentication.Accepted credential, String remoteAddress, Transport transport) {
    private static final String NO_CREDENTIAL = "none";

    /** Who speaks, as the audit log names it. */
    String actor() {
        return credential.credential().equals(NO_CREDENTIAL)
                ? "anonymous"
                : credential.credential();
    }
}
