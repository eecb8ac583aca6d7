package dev.myriarch.http;

import java.security.cert.X509Certificate;

/** The certificate that a client, not a proxy in front, showed. */
public sealed interface ClientCertificate {
    /** It came without one. */
    record None() implements ClientCertificate {}

    /** Issued by a client authority of the settings, and valid now. */
    record Verified(X509Certificate certificate) implements ClientCertificate {}

    /**
     * A proxy forwarded something that is not to be believed.
     *
     * @param reason for the log; nothing of what was forwarded
     */
    record Rejected(String reason) implements ClientCertificate {}
}
