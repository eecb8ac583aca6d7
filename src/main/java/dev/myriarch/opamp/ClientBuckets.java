package dev.myriarch.opamp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A token bucket for each client key. Thread-safe. The number of keys is bounded; the one unused
 * for the longest time goes first, and comes back with a full bucket.
 */
final class ClientBuckets {
    private static final int MAX_KEYS = 10_000;
    private static final int PREFIX_BYTES = 8;

    private final int rate;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, TokenBucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param rate tokens per second of each key; the burst is twice that
     */
    ClientBuckets(int rate) {
        this.rate = rate;
    }

    boolean tryTake(InetAddress client, Instant now) {
        lock.lock();
        try {
            TokenBucket bucket =
                    buckets.computeIfAbsent(
                            key(client), _ -> new TokenBucket(rate, 2.0 * rate, now));
            if (buckets.size() > MAX_KEYS) {
                buckets.remove(buckets.keySet().iterator().next());
            }
            return bucket.tryTake(now);
        } finally {
            lock.unlock();
        }
    }

    /** IPv4 as it is, IPv6 by its /64 prefix; an IPv4-mapped address is IPv4 in Java already. */
    static String key(InetAddress client) {
        if (client instanceof Inet6Address) {
            return HexFormat.of().formatHex(Arrays.copyOf(client.getAddress(), PREFIX_BYTES));
        }
        return client.getHostAddress();
    }
}
