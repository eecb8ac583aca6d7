package dev.myriarch.opamp;

import com.sun.net.httpserver.HttpExchange;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.UpdaterLinkStore;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.DownloadAddresses;
import dev.myriarch.artifact.DownloadTokens;
import dev.myriarch.artifact.PackageOfferStore;
import dev.myriarch.assignment.AgentAssigner;
import dev.myriarch.assignment.RenderedConfigs;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.websocket.WebSocketHandler;
import dev.myriarch.websocket.WebSocketOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * What the endpoint needs from the rest of the server.
 *
 * @param inventory the stored side
 * @param authenticator checks credentials
 * @param bus events to and from the other replicas
 * @param web the HTTP side
 * @param pushes a virtual thread per task; the caller closes it after the endpoint
 * @param redactor takes secrets out of reports
 */
public record OpampPorts(
        Inventory inventory,
        AgentAuthenticator authenticator,
        EventBus bus,
        Web web,
        ExecutorService pushes,
        SecretRedactor redactor,
        MetricRegistry metrics,
        InstantSource clock) {

    /**
     * @param audit told what was refused or held back
     */
    public record Inventory(
            AgentStore store,
            UpdaterLinkStore links,
            AgentAssigner assigner,
            RenderedConfigs rendered,
            BridgePolicy bridges,
            Packages packages,
            AuditLog audit) {
        Inventory with(RenderedConfigs others) {
            return new Inventory(store, links, assigner, others, bridges, packages, audit);
        }
    }

    /**
     * What updaters are offered.
     *
     * @param addresses where an updater loads it
     * @param tokens with which it does
     */
    public record Packages(
            PackageOfferStore offers,
            Bundles bundles,
            DownloadAddresses addresses,
            DownloadTokens tokens) {}

    /** The Sigstore bundle of an artifact, as it was read. */
    @FunctionalInterface
    public interface Bundles {
        Optional<byte[]> find(ArtifactId artifact);
    }

    /** Whether a fleet opts in to configure Bridges; a failure locks the Bridge. */
    @FunctionalInterface
    public interface BridgePolicy {
        boolean manages(String fleet);
    }

    /**
     * @param acceptor answers the upgrade
     * @param clientAddress the caller's address after {@code server.trustedProxies}
     * @param certificates of clients, verified
     */
    public record Web(
            WebSocketAcceptor acceptor, ClientAddress clientAddress, Certificates certificates) {
        /** Nobody has a certificate. */
        public Web(WebSocketAcceptor acceptor, ClientAddress clientAddress) {
            this(acceptor, clientAddress, _ -> new AgentCredentials.Certificate.None());
        }
    }

    /** Checks the handshake, answers it and runs {@code handler} on the connection. */
    @FunctionalInterface
    public interface WebSocketAcceptor {
        /**
         * @return false when the request was no valid handshake and has been answered
         */
        boolean accept(HttpExchange exchange, WebSocketOptions options, WebSocketHandler handler)
                throws IOException;
    }

    /** Reads, and where that is not done yet verifies, the certificate of a client. */
    @FunctionalInterface
    public interface Certificates {
        AgentCredentials.Certificate of(HttpExchange exchange);
    }

    @FunctionalInterface
    public interface ClientAddress {
        InetAddress of(HttpExchange exchange);
    }
}
