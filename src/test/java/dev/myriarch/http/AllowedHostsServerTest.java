package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedHostsServerTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.0.0.1:8080, true",
        "192.0.2.7:8080, true",
        "[::1]:8080, true",
        "localhost, true",
        "LocalHost:8080, true",
        "a.localhost:8080, true",
        "myriarch.example.com, true",
        "Myriarch.Example.COM:8443, true",
        "example.com, false",
        "evil.example.org:8080, false",
        "127.0.0.1.evil.example.org, false",
        "localhost.evil.example.org, false",
        "notlocalhost, false",
        "127.1, false"
    })
    void namesOfOthersAreRefusedAndAddressesAreNot(String host, boolean allowed) {
        assertThat(new AllowedHosts(Set.of("myriarch.example.com")).isAllowed(host))
                .isEqualTo(allowed);
    }

    @Test
    void theAnswerToAnotherNameIs421() throws IOException {
        try (TestServer server = TestServer.bind(HttpLimits.defaults())) {
            server.http()
                    .createContext("/", exchange -> Fallback.text(exchange, 200, "in"))
                    .getFilters()
                    .add(new AllowedHosts(Set.of()));
            server.http().start();
            assertThat(status(server, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                    .isEqualTo(421);
            assertThat(
                            status(
                                    server,
                                    "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                    .isEqualTo(421);
            assertThat(status(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).isEqualTo(200);
            assertThat(status(server, "GET / HTTP/1.0\r\n\r\n")).isEqualTo(200);
        }
    }

    private static int status(TestServer server, String request) throws IOException {
        try (RawClient client = server.raw()) {
            return client.send(request).read().status();
        }
    }
}
