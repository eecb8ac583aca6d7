package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.TestServer;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class ManyRestingServerTest {
    private static final Duration WAIT = Duration.ofMinutes(2);
    private static final Pattern VIRTUAL_THREADS =
            Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+java\\.lang\\.VirtualThread\\b");

    @Test
    void thousandsOfConnectionsNeedNoThreadEachAndAllAreAnswered() throws Exception {
        int count = connections();
        long others = virtualThreads();
        List<RawPeer> peers = new ArrayList<>();
        WebSocketOptions options = new WebSocketOptions(1024, WAIT, WAIT, WAIT, WAIT);
        try (TestServer server =
                TestServer.start(
                        HttpLimits.defaults(),
                        exchange ->
                                WebSocketUpgrade.accept(
                                        exchange, options, new ResponsiveHandler(_ -> true)))) {
            for (int i = 0; i < count; i++) {
                peers.add(RawPeer.open(server));
                peers.getLast().socket().setSoTimeout((int) WAIT.toMillis());
            }
            Await.until(
                    "the first turns are over", WAIT, () -> virtualThreads() < others + count / 10);
            for (int i = 0; i < count; i++) {
                peers.get(i).send(new Frames().masked(Frames.FIN | 2, "message " + i));
            }
            for (int i = 0; i < count; i++) {
                assertThat(new String(peers.get(i).read().payload(), StandardCharsets.US_ASCII))
                        .isEqualTo("message " + i);
            }
            assertThat(server.http().stats().upgradedConnections()).isEqualTo(count);
            assertThat(server.http().stats().threadArrivals()).isZero();
        } finally {
            for (RawPeer peer : peers) {
                close(peer);
            }
        }
    }

    /** 5,000, or as many as the descriptors of this process allow, two for each. */
    private static int connections() {
        UnixOperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
        long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        return Math.clamp((free - 1000) / 2, 100, 5000);
    }

    /** In the whole process, those of other tests included. */
    private static long virtualThreads() {
        try {
            Object histogram =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "gcClassHistogram",
                                    new Object[] {new String[0]},
                                    new String[] {String[].class.getName()});
            Matcher row = VIRTUAL_THREADS.matcher(String.valueOf(histogram));
            return row.find() ? Long.parseLong(row.group(1)) : 0;
        } catch (JMException failure) {
            throw new AssertionError(failure);
        }
    }

    private static void close(RawPeer peer) {
        try {
            peer.close();
        } catch (IOException ignored) {
            // The test is over.
        }
    }
}
