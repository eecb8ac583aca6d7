package dev.myriarch.http;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * A network such as {@code 10.0.0.0/8} or {@code fd00::/8}, or one address. An IPv4-mapped address
 * counts as the IPv4 address.
 */
public final class Cidr {
    private final byte[] network;
    private final int bits;

    private Cidr(byte[] network, int bits) {
        this.network = network;
        this.bits = bits;
    }

    /**
     * @throws IllegalArgumentException for anything else, also for a network with host bits
     */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        String addressText = slash < 0 ? text : text.substring(0, slash);
        byte[] address =
                IpLiteral.parse(addressText)
                        .orElseThrow(() -> malformed(text, "it has no IP address"))
                        .getAddress();
        int width = address.length * 8;
        int bits = slash < 0 ? width : prefixLength(text, text.substring(slash + 1), width);
        if (!Arrays.equals(address, masked(address, bits))) {
            throw malformed(text, "bits are set behind the prefix");
        }
        return new Cidr(address, bits);
    }

    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == network.length && Arrays.equals(masked(bytes, bits), network);
    }

    private static int prefixLength(String text, String digits, int width) {
        if (!HttpCharacters.isDigits(digits)
                || digits.length() > 3
                || Integer.parseInt(digits) > width) {
            throw malformed(text, "the prefix length is not a number up to " + width);
        }
        return Integer.parseInt(digits);
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] masked = new byte[address.length];
        for (int i = 0; i < address.length; i++) {
            int keep = Math.clamp(bits - i * 8L, 0, 8);
            masked[i] = (byte) (address[i] & (0xFF00 >> keep));
        }
        return masked;
    }

    private static IllegalArgumentException malformed(String text, String why) {
        return new IllegalArgumentException("not a network like 10.0.0.0/8: " + text + ": " + why);
    }
}
