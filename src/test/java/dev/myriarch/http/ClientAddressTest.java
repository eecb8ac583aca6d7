package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
    private static final ClientAddress CLIENTS =
            new ClientAddress(List.of(Cidr.parse("10.0.0.0/8"), Cidr.parse("fd00::/8")));

    private static ClientAddress.Client resolve(String peer, List<String> chain, String scheme) {
        return CLIENTS.resolve(
                new ClientAddress.Client(InetAddress.ofLiteral(peer), false),
                chain,
                scheme.isEmpty() ? List.of() : List.of(scheme));
    }

    @ParameterizedTest(name = "{0} via {1} is {2}")
    @CsvSource({
        "192.0.2.1, 198.51.100.1, 192.0.2.1",
        "10.0.0.1, '', 10.0.0.1",
        "10.0.0.1, 198.51.100.1, 198.51.100.1",
        "10.0.0.1, '198.51.100.1, 10.0.0.2', 198.51.100.1",
        "10.0.0.1, '203.0.113.9, 198.51.100.1, 10.0.0.2', 198.51.100.1",
        "10.0.0.1, '10.0.0.3, 10.0.0.2', 10.0.0.3",
        "10.0.0.1, 'unknown, 10.0.0.2', 10.0.0.2",
        "10.0.0.1, 'not.an.address', 10.0.0.1",
        "10.0.0.1, '198.51.100.1:4711', 198.51.100.1",
        "10.0.0.1, '[2001:db8::1]:4711', 2001:db8::1",
        "10.0.0.1, '[2001:db8::1]', 2001:db8::1",
        "10.0.0.1, '[2001:db8::1]x', 10.0.0.1",
        "10.0.0.1, '1.2', 10.0.0.1",
        "10.0.0.1, '1.2.3.256', 10.0.0.1",
        "10.0.0.1, 'fe80::1%eth0', 10.0.0.1",
        "fd00::1, '::ffff:198.51.100.1', 198.51.100.1",
        "fd00::1, '198.51.100.1, ::ffff:10.0.0.2', 198.51.100.1",
    })
    void onlyTrustedProxiesAreBelieved(String peer, String chain, String client) {
        assertThat(resolve(peer, List.of(chain), "").address())
                .isEqualTo(InetAddress.ofLiteral(client));
    }

    @Test
    void severalHeaderLinesAreOneList() {
        assertThat(resolve("10.0.0.1", List.of("203.0.113.9", "198.51.100.1", "10.0.0.2"), ""))
                .extracting(ClientAddress.Client::address)
                .isEqualTo(InetAddress.ofLiteral("198.51.100.1"));
    }

    @Test
    void theSchemeCountsOnlyFromATrustedProxy() {
        assertThat(resolve("10.0.0.1", List.of(), "https").secure()).isTrue();
        assertThat(resolve("10.0.0.1", List.of(), "HTTPS").secure()).isTrue();
        assertThat(resolve("10.0.0.1", List.of(), "https, http").secure()).isFalse();
        assertThat(resolve("10.0.0.1", List.of(), "").secure()).isFalse();
        assertThat(resolve("192.0.2.1", List.of(), "https").secure()).isFalse();
    }

    @Test
    void limitsCountIpv4AddressesAndIpv6Networks() {
        assertThat(key("192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(key("::ffff:192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(key("2001:db8:1:2::1")).isEqualTo(key("2001:db8:1:2:ffff::9"));
        assertThat(key("2001:db8:1:2::1")).isNotEqualTo(key("2001:db8:1:3::1"));
    }

    private static String key(String address) {
        return ClientAddress.limiterKey(InetAddress.ofLiteral(address));
    }

    @ParameterizedTest(name = "{0} contains {1}: {2}")
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.128/25, 192.0.2.200, true",
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "0.0.0.0/0, 203.0.113.1, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "::1, ::1, true",
    })
    void networksContainTheirAddresses(String network, String address, boolean contained) {
        assertThat(Cidr.parse(network).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.1/8",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "10.0.0/8",
                "a.example/8",
                "10.0.0.0/8/8",
                "::1/129",
                "2001:db8::1/64",
                "[::1]/128"
            })
    void malformedNetworksAreRefused(String text) {
        assertThatThrownBy(() -> Cidr.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a network like 10.0.0.0/8");
    }
}
