package dev.myriarch.live.api;

import dev.myriarch.auth.Caller;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.http.SseWriter;
import dev.myriarch.live.LiveClient;
import dev.myriarch.live.LiveEvent;
import dev.myriarch.live.LiveHub;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** The stream of live events. Thread-safe. */
public final class LiveHandlers {
    /** Proxies close what is silent for a minute. */
    private static final Duration PING = Duration.ofSeconds(15);

    private final LiveHub hub;
    private final InstantSource clock;
    private final Duration ping;

    public LiveHandlers(LiveHub hub, InstantSource clock) {
        this(hub, clock, PING);
    }

    LiveHandlers(LiveHub hub, InstantSource clock, Duration ping) {
        this.hub = hub;
        this.clock = clock;
        this.ping = ping;
    }

    public Map<Operation, ApiHandler> handlers() {
        return Map.of(Operation.STREAM_EVENTS, this::stream);
    }

    private ApiResponse stream(ApiRequest request) {
        Caller caller =
                request.attribute(Caller.class)
                        .orElseThrow(() -> new IllegalStateException("nobody is signed in"));
        String owner = caller.principal().reference();
        if (!hub.accepts(owner)) {
            throw new MyriarchException(
                    ErrorCode.UNAVAILABLE,
                    "too many live streams are open, or the server stops; close some or try again");
        }
        return new ApiResponse.EventStream(events -> run(owner, caller, events), Map.of());
    }

    /** Connects here, so that a body that never runs holds no place. */
    private void run(String owner, Caller caller, SseWriter events) throws IOException {
        Optional<LiveClient> connected = hub.connect(owner);
        if (connected.isEmpty()) {
            return;
        }
        try (LiveClient client = connected.get()) {
            events.comment("connected");
            listen(client, caller, events);
        }
    }

    /**
     * Passes events on until the client is gone, the hub ends or the credential does. That is asked
     * with every ping, also between many events.
     */
    private void listen(LiveClient client, Caller caller, SseWriter events) throws IOException {
        Instant pingAt = clock.instant().plus(ping);
        LiveClient.Next next = client.next(ping);
        while (!(next instanceof LiveClient.Next.Ended)) {
            if (next instanceof LiveClient.Next.Event(LiveEvent event)) {
                events.event(event.name(), event.data());
            }
            boolean recheck = next instanceof LiveClient.Next.Recheck;
            boolean due = !clock.instant().isBefore(pingAt);
            if ((recheck || due) && !caller.stillValid().getAsBoolean()) {
                return;
            }
            if (due) {
                events.comment("ping");
                pingAt = clock.instant().plus(ping);
            }
            next = client.next(Duration.between(clock.instant(), pingAt));
        }
    }
}
