package dev.myriarch.auth;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What limits per client count by: the address of an IPv4 client, the /64 network of an IPv6
 * client, because a single host owns that many addresses.
 */
public record ClientKey(String text) {
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};

    public static ClientKey of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return new ClientKey(HexFormat.of().formatHex(bytes));
        }
        if (Arrays.equals(bytes, 0, MAPPED.length, MAPPED, 0, MAPPED.length)) {
            return new ClientKey(HexFormat.of().formatHex(bytes, MAPPED.length, bytes.length));
        }
        return new ClientKey(HexFormat.of().formatHex(bytes, 0, 8) + "/64");
    }
}
