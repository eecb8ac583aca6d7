package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The OpAMP path: a POST of protobuf is a poll, everything else has to be a WebSocket handshake.
 * Thread-safe.
 */
final class OpampEndpoint implements HttpHandler {
    private static final String PROTOBUF = "application/x-protobuf";

    private final Admission admission;
    private final OpampPorts.Web web;
    private final int maxMessageBytes;
    private final Conversations conversations;
    private final OpampMetrics metrics;

    OpampEndpoint(
            Admission admission,
            OpampPorts.Web web,
            int maxMessageBytes,
            Conversations conversations,
            OpampMetrics metrics) {
        this.metrics = metrics;
        this.admission = admission;
        this.web = web;
        this.maxMessageBytes = maxMessageBytes;
        this.conversations = conversations;
    }

    /** Starts what an admitted peer may say. */
    interface Conversations {
        /** Answers the upgrade; the ticket is released when the connection is over. */
        void upgrade(HttpExchange exchange, Peer peer, Admission.Ticket ticket) throws IOException;

        ServerToAgent poll(Peer peer, Framing.Decoded.Message message);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!isExactPath(exchange)) {
                PlainHttp.refuse(exchange, 404, "there is nothing below the OpAMP path");
            } else if (method.equals("POST")) {
                if (isProtobuf(exchange)) {
                    admitted(exchange, Transport.HTTP);
                } else {
                    PlainHttp.refuse(exchange, 415, "POST takes " + PROTOBUF);
                }
            } else if (!method.equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, POST");
                PlainHttp.refuse(exchange, 405, "OpAMP takes GET with an upgrade, and POST");
            } else if (!asksForWebSocket(exchange)) {
                exchange.getResponseHeaders().set("Upgrade", "websocket");
                PlainHttp.refuse(exchange, 426, "GET has to ask for a WebSocket");
            } else {
                admitted(exchange, Transport.WEBSOCKET);
            }
        }
    }

    private void admitted(HttpExchange exchange, Transport transport) throws IOException {
        var client = web.clientAddress().of(exchange);
        Optional<String> authorization =
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
        switch (admission.admit(
                client, authorization, () -> web.certificates().of(exchange), transport)) {
            case Admission.Verdict.Refused refused -> refuse(exchange, refused);
            case Admission.Verdict.Admitted(
                            AgentAuthentication.Accepted credential,
                            Admission.Ticket ticket,
                            Optional<Instant> certificateUntil) -> {
                Peer peer =
                        new Peer(credential, client.getHostAddress(), transport, certificateUntil);
                switch (transport) {
                    case WEBSOCKET -> conversations.upgrade(exchange, peer, ticket);
                    case HTTP -> poll(exchange, peer);
                }
            }
        }
    }

    private void refuse(HttpExchange exchange, Admission.Verdict.Refused refused)
            throws IOException {
        metrics.rejected(refused.reason());
        refused.retryAfter()
                .ifPresent(wait ->
                        exchange.getResponseHeaders()
                                .set("Retry-After", String.valueOf(wait.toSeconds())));
        if (refused.status() == 401) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        }
        PlainHttp.refuse(exchange, refused.status(), refused.reason());
    }

    private void poll(HttpExchange exchange, Peer peer) throws IOException {
        switch (PlainHttp.read(exchange, maxMessageBytes)) {
            case PlainHttp.Body.Refused(int status, String reason) ->
                    PlainHttp.refuse(exchange, status, reason);
            case PlainHttp.Body.Content(byte[] bytes) -> {
                switch (Framing.readPlain(bytes)) {
                    case Framing.Decoded.Malformed(String reason) -> {
                        metrics.malformed(Transport.HTTP);
                        PlainHttp.answer(
                                exchange,
                                400,
                                PROTOBUF,
                                Answers.badRequest(ByteString.EMPTY, reason).toByteArray());
                    }
                    case Framing.Decoded.Message message -> {
                        metrics.message(Transport.HTTP);
                        PlainHttp.answer(
                                exchange,
                                200,
                                PROTOBUF,
                                conversations.poll(peer, message).toByteArray());
                    }
                }
            }
        }
    }

    /** A context is asked for everything below its path as well. */
    private static boolean isExactPath(HttpExchange exchange) {
        return exchange.getHttpContext().getPath().equals(exchange.getRequestURI().getRawPath());
    }

    private static boolean isProtobuf(HttpExchange exchange) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        return type != null
                && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(PROTOBUF);
    }

    private static boolean asksForWebSocket(HttpExchange exchange) {
        List<String> upgrade = exchange.getRequestHeaders().get("Upgrade");
        return upgrade != null
                && upgrade.stream()
                        .flatMap(line -> List.of(line.split(",")).stream())
                        .anyMatch(token -> token.strip().equalsIgnoreCase("websocket"));
    }

    /** Charset of the short texts that go with a refusal. */
    static byte[] text(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
