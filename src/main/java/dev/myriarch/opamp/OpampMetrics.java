package dev.myriarch.opamp;

import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.metrics.MetricType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** Metrics of the endpoint. Thread-safe. */
final class OpampMetrics {
    private final MetricRegistry registry;
    private final Counter rejected;
    private final Map<Transport, LongAdder> messages = new EnumMap<>(Transport.class);
    private final Counter malformed;
    private final Counter offers;
    private final Counter reoffers;
    private final Counter packages;
    private final Counter pushes;
    private final Counter restarts;
    private final Counter proofs;

    OpampMetrics(MetricRegistry registry) {
        this.registry = registry;
        rejected =
                registry.counter(
                        "myriarch_opamp_connect_rejected_total",
                        "WebSocket handshakes and polls that were refused.",
                        "reason");
        for (Transport transport : Transport.values()) {
            messages.put(transport, new LongAdder());
        }
        registry.computed(
                "myriarch_opamp_messages_total",
                MetricType.COUNTER,
                "Messages of agents that were read.",
                List.of("transport"),
                this::messagesByTransport);
        malformed =
                registry.counter(
                        "myriarch_opamp_malformed_messages_total",
                        "Messages that are no AgentToServer.",
                        "transport");
        offers =
                registry.counter(
                        "myriarch_opamp_config_offers_total", "Configurations that were offered.");
        reoffers =
                registry.counter(
                        "myriarch_opamp_config_reoffers_total",
                        "Configurations that were offered again.",
                        "reason");
        packages =
                registry.counter(
                        "myriarch_opamp_package_offers_total",
                        "Packages that were offered to updaters: new, again after a failure (retry),"
                                + " or with a fresh download token (token).",
                        "reason");
        pushes =
                registry.counter(
                        "myriarch_opamp_pushes_total",
                        "Messages that were sent to agents without being asked.");
        proofs =
                registry.counter(
                        "myriarch_opamp_config_proofs_total",
                        "Comparisons of an effective configuration with the offered one.",
                        "result");
        restarts =
                registry.counter(
                        "myriarch_opamp_restarts_total",
                        "Restarts that operators asked for: sent, refused or expired.",
                        "result");
    }

    /** Reads the numbers when the metrics are asked for. */
    void gauges(IntSupplier connections, IntSupplier sessions, IntSupplier waitingPushes) {
        registry.gauge(
                "myriarch_opamp_connections",
                "WebSocket connections that are open.",
                connections::getAsInt);
        registry.gauge(
                "myriarch_opamp_sessions",
                "Agents that this replica speaks with.",
                sessions::getAsInt);
        registry.gauge(
                "myriarch_opamp_pushes_waiting",
                "Messages to agents that wait for their turn at the database.",
                waitingPushes::getAsInt);
    }

    void rejected(String reason) {
        rejected.increment(reason);
    }

    void message(Transport transport) {
        Objects.requireNonNull(messages.get(transport)).increment();
    }

    private Map<List<String>, Double> messagesByTransport() {
        return messages.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                entry -> List.of(entry.getKey().text()),
                                entry -> (double) entry.getValue().sum()));
    }

    void malformed(Transport transport) {
        malformed.increment(transport.text());
    }

    void offered(boolean stale) {
        offers.increment();
        if (stale) {
            reoffers.increment("stale_applying");
        }
    }

    void packagesOffered(String reason) {
        packages.increment(reason);
    }

    void compared(String result) {
        proofs.increment(result);
    }

    void restarted(String result) {
        restarts.increment(result);
    }

    void pushed() {
        pushes.increment();
    }
}
