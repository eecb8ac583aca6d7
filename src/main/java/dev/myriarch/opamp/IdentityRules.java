package dev.myriarch.opamp;

import java.util.Optional;

/** Whether a connection may speak as the agent that it claims to be. */
final class IdentityRules {
    private IdentityRules() {}

    /** The verdict on a claim. */
    sealed interface Claim {
        record Granted() implements Claim {}

        /** A copy of a machine that is online elsewhere: it gets a UID of its own. */
        record Clone(String host, String originalHost) implements Claim {}

        /** The UID belongs to another credential. */
        record Foreign() implements Claim {}
    }

    /**
     * An agent is bound to the credential of its first registration; an empty one was released by
     * an administrator and is bound again.
     *
     * @param bound credential of the stored agent; no value for an agent that is new
     */
    static Claim ofCredential(Optional<String> bound, String credential) {
        return bound.filter(other -> !other.isEmpty() && !other.equals(credential)).isPresent()
                ? new Claim.Foreign()
                : new Claim.Granted();
    }

    /**
     * @param rivalHost host name of the agent that is online under this UID on another connection
     */
    static Claim ofHost(Optional<String> rivalHost, AgentMessage message) {
        String host =
                message.report()
                        .description()
                        .map(d -> DescriptionSummary.of(d.identifying(), d.nonIdentifying()))
                        .map(DescriptionSummary::hostName)
                        .orElse("");
        return rivalHost
                .filter(rival -> !rival.isEmpty() && !host.isEmpty() && !rival.equals(host))
                .<Claim>map(rival -> new Claim.Clone(host, rival))
                .orElseGet(Claim.Granted::new);
    }
}
