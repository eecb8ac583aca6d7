package dev.myriarch.base;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** UUIDs of version 7: milliseconds since 1970, then 74 random bits (RFC 9562 section 5.7). */
public final class UuidV7 {
    private static final SecureRandom SECURE = new SecureRandom();

    private UuidV7() {}

    public static UUID create(Instant now) {
        return create(now, SECURE);
    }

    static UUID create(Instant now, RandomGenerator random) {
        long millis = now.toEpochMilli() & 0xFFFF_FFFF_FFFFL;
        long high = (millis << 16) | 0x7000L | (random.nextLong() & 0x0FFFL);
        long low = 0x8000_0000_0000_0000L | (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL);
        return new UUID(high, low);
    }
}
