package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WebSocketHandshakeServerTest {
    private static final String VERSION = "Sec-WebSocket-Version: 13\r\n";
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    private static final String GOOD = RawPeer.HANDSHAKE;

    private static TestServer start() throws IOException {
        return TestServer.start(
                HttpLimits.defaults(),
                exchange ->
                        WebSocketUpgrade.accept(
                                exchange, WebSocketOptions.defaults(), new RecordingHandler()));
    }

    record Refused(String rule, int status, String request) {
        @Override
        public String toString() {
            return rule + " -> " + status;
        }
    }

    static Stream<Refused> refused() {
        return Stream.of(
                new Refused("no Upgrade", 426, GOOD.replace("Upgrade: WebSocket\r\n", "")),
                new Refused("another protocol", 426, GOOD.replace("WebSocket\r\n", "h2c\r\n")),
                new Refused("no upgrade in Connection", 400, GOOD.replace(", UPGRADE", "")),
                new Refused("POST", 400, GOOD.replace("GET", "POST")),
                new Refused("HTTP/1.0", 400, GOOD.replace("HTTP/1.1", "HTTP/1.0")),
                new Refused(
                        "a body",
                        400,
                        GOOD.replace("Host: a\r\n", "Host: a\r\nContent-Length: 1\r\n") + "a"),
                new Refused("no version", 426, GOOD.replace(VERSION, "")),
                new Refused("version 8", 426, GOOD.replace("Version: 13", "Version: 8")),
                new Refused("the version twice", 426, GOOD.replace(VERSION, VERSION + VERSION)),
                new Refused("no key", 400, GOOD.replace(KEY, "")),
                new Refused("the key twice", 400, GOOD.replace(KEY, KEY + KEY)),
                new Refused("a key of 15 bytes", 400, GOOD.replace("ZQ==", "")),
                new Refused("a key of 17 bytes", 400, GOOD.replace("ZQ==", "ZWU=")),
                new Refused("a key that is not Base64", 400, GOOD.replace("dGhl", "d*hl")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refuses(Refused refused) throws IOException {
        try (TestServer server = start()) {
            String head = RawPeer.handshake(server, refused.request());
            assertThat(head).startsWith("HTTP/1.1 " + refused.status() + " ");
            if (refused.status() == 426) {
                assertThat(head).contains("Upgrade: websocket\r\n", "close, upgrade");
            } else {
                assertThat(head).contains("Connection: close\r\n");
            }
            assertThat(head.contains("Sec-WebSocket-Version: 13"))
                    .isEqualTo(refused.rule().contains("version"));
        }
    }

    @Test
    void theExampleOfTheRfcIsAccepted() throws IOException {
        try (TestServer server = start()) {
            assertThat(RawPeer.handshake(server, GOOD))
                    .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
                    .contains("Upgrade: websocket\r\n")
                    .contains("Connection: Upgrade\r\n")
                    .contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
                    .doesNotContain("Sec-WebSocket-Extensions");
        }
    }
}
