package dev.myriarch.opamp;

import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What was offered on one connection, and what the rule for a stale APPLYING needs.
 *
 * @param offered the last offers, the newest last: hash and when it was sent last
 * @param window an APPLYING that nobody waits for
 * @param staleOffered the hash for which this connection made the offer of that rule
 * @param notedLock the lock of a Bridge that was noted last
 * @param sentPackages the package that was sent last
 */
record OfferHistory(
        SequencedMap<ConfigHash, Instant> offered,
        Optional<ApplyingWindow> window,
        Optional<ConfigHash> staleOffered,
        Optional<String> notedLock,
        Optional<PackageRule.Sent> sentPackages) {
    /** Offers that are remembered; a configuration that came before them is offered as new. */
    private static final int REMEMBERED = 8;

    /**
     * The same hash is not sent twice within this time on one connection, unless another one was
     * sent in between: a configuration that is taken back must reach the agent at once.
     */
    static final Duration PAUSE = Duration.ofSeconds(60);

    static final OfferHistory NONE =
            new OfferHistory(
                    new LinkedHashMap<>(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    OfferHistory {
        offered = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(offered));
    }

    /** An agent reports APPLYING for a hash since this time, and no offer of ours caused it. */
    record ApplyingWindow(ConfigHash hash, Instant since) {}

    boolean hasOffered(ConfigHash hash) {
        return offered.containsKey(hash);
    }

    boolean mayOffer(ConfigHash hash, Instant now) {
        Map.Entry<ConfigHash, Instant> last = offered.lastEntry();
        return last == null
                || !last.getKey().equals(hash)
                || !now.isBefore(last.getValue().plus(PAUSE));
    }

    OfferHistory withOffer(ConfigHash hash, Instant now, boolean stale) {
        SequencedMap<ConfigHash, Instant> offers = new LinkedHashMap<>(offered);
        offers.remove(hash);
        offers.put(hash, now);
        while (offers.size() > REMEMBERED) {
            offers.pollFirstEntry();
        }
        return new OfferHistory(
                offers, window, stale ? Optional.of(hash) : staleOffered, notedLock, sentPackages);
    }

    OfferHistory withWindow(Optional<ApplyingWindow> newWindow, Optional<ConfigHash> newStale) {
        return new OfferHistory(offered, newWindow, newStale, notedLock, sentPackages);
    }

    OfferHistory withNotedLock(Optional<String> lock) {
        return new OfferHistory(offered, window, staleOffered, lock, sentPackages);
    }

    OfferHistory withPackages(PackageRule.Sent sent) {
        return new OfferHistory(offered, window, staleOffered, notedLock, Optional.of(sent));
    }
}
