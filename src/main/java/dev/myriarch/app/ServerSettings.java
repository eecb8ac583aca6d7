package dev.myriarch.app;

import dev.myriarch.auth.AuthSettings;
import dev.myriarch.base.Secret;
import dev.myriarch.http.Cidr;
import dev.myriarch.opamp.OpampSettings;
import dev.myriarch.retention.RetentionPeriods;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the parts of a server are told, resolved: no file is read and no default is chosen any more.
 *
 * @param replica id of this replica
 * @param timings how often and how long
 * @param retention how long data is kept
 */
record ServerSettings(
        String replica,
        Web web,
        OpampSettings opamp,
        Agents agents,
        Gitops gitops,
        AuthSettings auth,
        Timings timings,
        RetentionPeriods retention) {

    /**
     * @param publicUrl where people and agents reach the server
     * @param trustedProxies whose forwarded headers count
     * @param opampPath of the endpoint for agents
     * @param metrics whether the listener serves the metrics too
     * @param accessLog whether every request is logged; at level debug if not
     * @param allowedHosts names that people may call the server by, besides addresses; empty: any
     */
    record Web(
            URI publicUrl,
            List<Cidr> trustedProxies,
            int maxBodyBytes,
            String opampPath,
            boolean metrics,
            boolean accessLog,
            Optional<Set<String>> allowedHosts) {
        Web {
            trustedProxies = List.copyOf(trustedProxies);
            allowedHosts = allowedHosts.map(Set::copyOf);
        }
    }

    /**
     * @param header that the proxies set
     * @param caFile PEM: the authorities of client certificates
     */
    record ForwardedCertificates(String header, Path caFile) {}

    /**
     * Who may come to the endpoint for agents.
     *
     * @param tokenRequired whether an agent without an enrollment token is refused
     * @param forwarded client certificates that the trusted proxies forward
     */
    record Agents(
            boolean tokenRequired,
            Optional<ForwardedCertificates> forwarded,
            Downloads downloads) {}

    /**
     * How updaters load what they are offered.
     *
     * @param baseUrls addresses besides the public one, for those that reach the server by them
     * @param tokenLifetime zero: as long as the offer stands
     * @param tokenKey empty: the replicas make one and share it
     */
    record Downloads(List<String> baseUrls, Duration tokenLifetime, Optional<Secret> tokenKey) {
        Downloads {
            baseUrls = List.copyOf(baseUrls);
        }
    }

    record Gitops(Duration pollInterval, Duration timeBudget) {}

    /**
     * @param replicaTimeout silence after which a replica counts as gone
     * @param drainLimit how long agents may take to be sent away at the stop
     * @param stopLimit how long running requests may take to end at the stop
     */
    record Timings(
            Duration heartbeat,
            Duration replicaTimeout,
            Duration lastSeenFlush,
            Duration drainLimit,
            Duration stopLimit) {}
}
