package dev.myriarch.opamp;

import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was offered on one connection, and what the rule for a stale APPLYING needs.
 *
 * @param offered the last offers: hash and when it was sent last
 * @param window an APPLYING that nobody waits for
 * @param staleOffered the hash for which this connection made the offer of that rule
 * @param notedLock the lock of a Bridge that was noted last
 */
record OfferHistory(
        Map<ConfigHash, Instant> offered,
        Optional<ApplyingWindow> window,
        Optional<ConfigHash> staleOffered,
        Optional<String> notedLock) {
    /** Offers that are remembered; a configuration that came before them is offered as new. */
    private static final int REMEMBERED = 8;

    /** The same hash is not sent twice within this time on one connection. */
    static final Duration PAUSE = Duration.ofSeconds(60);

    static final OfferHistory NONE =
            new OfferHistory(Map.of(), Optional.empty(), Optional.empty(), Optional.empty());

    OfferHistory {
        offered = Collections.unmodifiableMap(new LinkedHashMap<>(offered));
    }

    /** An agent reports APPLYING for a hash since this time, and no offer of ours caused it. */
    record ApplyingWindow(ConfigHash hash, Instant since) {}

    boolean hasOffered(ConfigHash hash) {
        return offered.containsKey(hash);
    }

    boolean mayOffer(ConfigHash hash, Instant now) {
        Instant last = offered.get(hash);
        return last == null || !now.isBefore(last.plus(PAUSE));
    }

    OfferHistory withOffer(ConfigHash hash, Instant now, boolean stale) {
        Map<ConfigHash, Instant> offers = new LinkedHashMap<>(offered);
        offers.remove(hash);
        offers.put(hash, now);
        while (offers.size() > REMEMBERED) {
            offers.remove(offers.keySet().iterator().next());
        }
        return new OfferHistory(
                offers, window, stale ? Optional.of(hash) : staleOffered, notedLock);
    }

    OfferHistory withWindow(Optional<ApplyingWindow> newWindow, Optional<ConfigHash> newStale) {
        return new OfferHistory(offered, newWindow, newStale, notedLock);
    }

    OfferHistory withNotedLock(Optional<String> lock) {
        return new OfferHistory(offered, window, staleOffered, lock);
    }
}
