package dev.myriarch.bench;

import dev.myriarch.websocket.WebSocketClient;
import dev.myriarch.websocket.WebSocketClientOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What idle WebSockets cost the process of a server, and how fast they are opened. Prints lines of
 * JSON; see docs/develop/benchmarks.md.
 */
public final class WebSocketBench implements AutoCloseable {
    private static final int SOCKETS = 10_000;
    private static final int WARM_UP = 2_000;
    private static final int AT_ONCE = 64;
    private static final int PER_SECOND = 1_000;

    /** Longer than the time after which the server sends its pings. */
    private static final Duration IDLE = Duration.ofSeconds(45);

    private final MeasuredProcess server;
    private final URI uri;
    private final WebSocketClient client;

    private WebSocketBench(MeasuredProcess server, boolean tls, Path folder)
            throws IOException, GeneralSecurityException {
        this.server = server;
        uri =
                URI.create(
                        (tls ? "wss" : "ws")
                                + "://127.0.0.1:"
                                + server.port()
                                + HttpBenchServer.WEB_SOCKET_PATH);
        client =
                new WebSocketClient(
                        tls ? trusting(folder.resolve("authority.crt")) : SSLContext.getDefault(),
                        SOCKETS,
                        new SecureRandom(),
                        InstantSource.system());
    }

    /** Milliseconds that each opening took from when it was due, ascending, and how many failed. */
    private record Openings(List<Double> millis, int failed, double seconds, double cpuSeconds) {
        double percentile(int percent) {
            return millis.isEmpty() ? 0 : millis.get((millis.size() - 1) * percent / 100);
        }
    }

    /**
     * @param args folder with the certificate of the authority, {@code sockets} or {@code
     *     tls-sockets}, the command of the server with a line for each word
     */
    public static void main(String[] args) throws Exception {
        boolean tls = args[1].equals("tls-sockets");
        try (MeasuredProcess server = MeasuredProcess.start(args[2].lines().toList())) {
            try (WebSocketBench warmUp = new WebSocketBench(server, tls, Path.of(args[0]))) {
                warmUp.open(WARM_UP, 0);
            }
            Memory before = withoutConnections(server);
            try (WebSocketBench bench = new WebSocketBench(server, tls, Path.of(args[0]))) {
                Openings burst = bench.open(SOCKETS, 0);
                print(args[1], "at once: " + AT_ONCE, burst);
                bench.idle(args[1], before);
            }
            if (tls) {
                // So many handshakes a second are more than two cores can compute.
                return;
            }
            withoutConnections(server);
            try (WebSocketBench bench = new WebSocketBench(server, tls, Path.of(args[0]))) {
                print(args[1], "per second: " + PER_SECOND, bench.open(SOCKETS, PER_SECOND));
            }
        }
    }

    private static Memory withoutConnections(MeasuredProcess server) throws IOException {
        Memory memory = server.memory();
        while (memory.virtualThreads() > 10) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            memory = server.memory();
        }
        return memory;
    }

    /**
     * @param perSecond when each is due; zero: as soon as fewer than {@link #AT_ONCE} are under way
     */
    private Openings open(int count, int perSecond) throws InterruptedException {
        Semaphore free = new Semaphore(perSecond == 0 ? AT_ONCE : count);
        List<Double> millis = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        double cpu = server.cpuSeconds();
        long start = System.nanoTime();
        for (int number = 0; number < count; number++) {
            free.acquire();
            long due =
                    perSecond == 0
                            ? System.nanoTime()
                            : start + number * 1_000_000_000L / perSecond;
            LockSupport.parkNanos(due - System.nanoTime());
            threads.add(
                    Thread.startVirtualThread(() -> {
                        boolean opened = openOne();
                        double took = (System.nanoTime() - due) / 1e6;
                        free.release();
                        if (opened) {
                            synchronized (millis) {
                                millis.add(took);
                            }
                        }
                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return new Openings(
                millis.stream().sorted().toList(),
                count - millis.size(),
                (System.nanoTime() - start) / 1e9,
                server.cpuSeconds() - cpu);
    }

    private boolean openOne() {
        return client.connect(
                        uri,
                        Map.of(),
                        WebSocketClientOptions.defaults(),
                        new HttpBenchServer.Silent())
                instanceof WebSocketClient.Result.Opened;
    }

    private static void print(String kind, String how, Openings openings) {
        System.out.println(
                "{\"kind\":\"%s\",\"openings\":\"%s\",\"opened\":%d,\"failed\":%d,\"seconds\":%.1f,\"perSecond\":%.0f,\"serverCpuMillisEach\":%.2f,\"medianMillis\":%.0f,\"p99Millis\":%.0f,\"slowestMillis\":%.0f}"
                        .formatted(
                                kind,
                                how,
                                openings.millis().size(),
                                openings.failed(),
                                openings.seconds(),
                                openings.millis().size() / openings.seconds(),
                                openings.cpuSeconds() * 1000 / openings.millis().size(),
                                openings.percentile(50),
                                openings.percentile(99),
                                openings.percentile(100)));
    }

    private void idle(String kind, Memory before) throws IOException {
        double cpu = server.cpuSeconds();
        long start = System.nanoTime();
        long left = IDLE.toNanos();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = IDLE.toNanos() - (System.nanoTime() - start);
        }
        cpu = (server.cpuSeconds() - cpu) / ((System.nanoTime() - start) / 1e9);
        int open = client.openConnections();
        Memory now = server.memory();
        System.out.println(
                "{\"kind\":\"%s\",\"open\":%d,\"heapBytesEach\":%d,\"residentBytesEach\":%d,\"residentMiB\":%d,\"platformThreads\":%d,\"platformThreadsBefore\":%d,\"virtualThreads\":%d,\"timers\":%d,\"cpuPercentOfACore\":%.1f}"
                        .formatted(
                                kind,
                                open,
                                (now.heapBytes() - before.heapBytes()) / open,
                                (now.residentKiB() - before.residentKiB()) * 1024 / open,
                                now.residentKiB() / 1024,
                                now.platformThreads(),
                                before.platformThreads(),
                                now.virtualThreads(),
                                now.timers(),
                                cpu * 100));
    }

    private static SSLContext trusting(Path authority)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Override
    public void close() {
        client.close(Duration.ofSeconds(30));
    }
}
