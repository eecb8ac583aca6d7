package dev.myriarch.app;

import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.metrics.MetricType;
import dev.myriarch.websocket.WebSocketTraffic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows what goes over the WebSockets of agents. */
final class WebSocketMetrics {
    private static final List<String> DIRECTION = List.of("direction");

    private WebSocketMetrics() {}

    static void register(MetricRegistry registry, WebSocketTraffic traffic) {
        registry.computed(
                "myriarch_websocket_messages_total",
                MetricType.COUNTER,
                "Messages over WebSockets of agents.",
                DIRECTION,
                () -> {
                    WebSocketTraffic.Counts counts = traffic.counts();
                    return directions(counts.receivedMessages(), counts.sentMessages());
                });
        registry.computed(
                "myriarch_websocket_message_bytes_total",
                MetricType.COUNTER,
                "Bytes of messages over WebSockets of agents, decompressed.",
                DIRECTION,
                () -> {
                    WebSocketTraffic.Counts counts = traffic.counts();
                    return directions(counts.receivedBytes(), counts.sentBytes());
                });
        registry.computed(
                "myriarch_websocket_closes_total",
                MetricType.COUNTER,
                "WebSockets of agents that ended, by close code; 0 is any code from 3000 on.",
                List.of("code"),
                () -> {
                    Map<List<String>, Double> values = new HashMap<>();
                    traffic.counts()
                            .closes()
                            .forEach((code, count) ->
                                    values.put(List.of(code.toString()), count.doubleValue()));
                    return values;
                });
    }

    private static Map<List<String>, Double> directions(long received, long sent) {
        return Map.of(List.of("received"), (double) received, List.of("sent"), (double) sent);
    }
}
