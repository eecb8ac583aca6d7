package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.FuzzCorpus;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * X-Forwarded-For: the first line of the input is one trusted network, the others are the values.
 * An address counts only when every hop after it is trusted, and a peer that is not trusted is
 * believed nothing.
 */
public class ForwardedForFuzzTest {
    private static final InetAddress STRANGER = InetAddress.ofLiteral("192.0.2.1");

    @TestFactory
    Stream<DynamicTest> corpus() {
        return FuzzCorpus.replay(ForwardedForFuzzTest.class, ForwardedForFuzzTest::accepts);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        accepts(input);
    }

    /** True when the first line is a network. */
    private static boolean accepts(byte[] input) {
        List<String> lines = RequestHeadFuzzTest.latin1(input).lines().toList();
        String first = lines.isEmpty() ? "" : lines.getFirst();
        Optional<Cidr> network = network(first);
        if (network.isEmpty()) {
            return false;
        }
        int slash = first.indexOf('/');
        InetAddress proxy =
                IpLiteral.parse(slash < 0 ? first : first.substring(0, slash)).orElseThrow();
        assertThat(network.get().contains(proxy)).isTrue();
        List<String> values = lines.subList(1, lines.size());
        checkTrusted(new ClientAddress(List.of(network.get())), proxy, values);
        checkNobodyTrusted(proxy, values);
        return true;
    }

    private static Optional<Cidr> network(String text) {
        try {
            return Optional.of(Cidr.parse(text));
        } catch (IllegalArgumentException refused) {
            return Optional.empty();
        }
    }

    private static void checkTrusted(
            ClientAddress addresses, InetAddress proxy, List<String> values) {
        ClientAddress.Client peer = new ClientAddress.Client(proxy, false);
        InetAddress client = addresses.resolve(peer, values, values).address();
        assertThat(ClientAddress.limiterKey(client)).isNotEmpty();
        List<String> chain =
                values.stream().flatMap(value -> HeaderTokens.split(value).stream()).toList();
        InetAddress expected = proxy;
        for (String hop : chain.reversed()) {
            Optional<InetAddress> before = IpLiteral.parseWithPort(hop);
            if (before.isEmpty() || !addresses.isTrusted(expected)) {
                break;
            }
            expected = before.get();
        }
        assertThat(client).isEqualTo(expected);
        // What a client puts in front of what the proxy wrote changes nothing once one hop is
        // foreign.
        if (!addresses.isTrusted(client)) {
            List<String> forged =
                    Stream.concat(Stream.of("198.51.100.7, 10.0.0.1"), values.stream()).toList();
            assertThat(addresses.resolve(peer, forged, values).address()).isEqualTo(client);
        }
    }

    private static void checkNobodyTrusted(InetAddress proxy, List<String> values) {
        ClientAddress nobody = new ClientAddress(List.of());
        for (InetAddress address : List.of(proxy, STRANGER)) {
            ClientAddress.Client peer = new ClientAddress.Client(address, true);
            assertThat(nobody.resolve(peer, values, values)).isEqualTo(peer);
        }
    }
}
