package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

final class ClientKeyTest {
    @Test
    void addressesOfOneIpv6NetworkAreOneClient() throws UnknownHostException {
        assertThat(key("2001:db8:1:2::1")).isEqualTo(key("2001:db8:1:2:ffff::9"));
        assertThat(key("2001:db8:1:2::1")).isNotEqualTo(key("2001:db8:1:3::1"));
    }

    @Test
    void everyIpv4AddressIsAClient() throws UnknownHostException {
        assertThat(key("192.0.2.1")).isNotEqualTo(key("192.0.2.2"));
    }

    @Test
    void aMappedAddressIsTheIpv4Address() throws UnknownHostException {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, (byte) 192, 0, 2, 1};

        InetAddress address = Inet6Address.getByAddress("", mapped, -1);

        assertThat(address).isInstanceOf(Inet6Address.class);
        assertThat(ClientKey.of(address)).isEqualTo(key("192.0.2.1"));
    }

    private static ClientKey key(String address) throws UnknownHostException {
        return ClientKey.of(InetAddress.getByName(address));
    }
}
