package dev.myriarch.opamp;

import dev.myriarch.agent.Reported;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.RemoteConfigReport;
import dev.myriarch.opamp.OfferHistory.ApplyingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The rule for an APPLYING that never ends. A supervisor that restarts while it applies reports the
 * stored status again and has no timer that ends it. When such a report has stood long enough, the
 * configuration is offered once more.
 */
final class StaleApplying {
    private StaleApplying() {}

    /**
     * What a report does to the window.
     *
     * @param repeated the very same status was stored already
     */
    static OfferHistory onReport(
            OfferHistory offers, RemoteConfigReport report, boolean repeated, Instant now) {
        if (report.status() != RemoteConfigStatus.APPLYING || report.hash().isEmpty()) {
            return offers.withWindow(Optional.empty(), Optional.empty());
        }
        ConfigHash hash = report.hash().get();
        if (!repeated) {
            // A new episode: an older window of this hash, and its offer, belong to the past.
            return offers.withWindow(
                    offers.hasOffered(hash)
                            ? Optional.empty()
                            : Optional.of(new ApplyingWindow(hash, now)),
                    Optional.empty());
        }
        Optional<ApplyingWindow> open =
                offers.window().filter(window -> window.hash().equals(hash));
        return offers.withWindow(
                Optional.of(open.orElseGet(() -> new ApplyingWindow(hash, now))),
                offers.staleOffered().filter(hash::equals));
    }

    /**
     * How long the agent has been applying {@code desired} for nobody; empty when no offer is due.
     *
     * @param after zero: the rule is off
     */
    static Optional<Duration> due(
            SessionState state, ConfigHash desired, Duration after, Instant now) {
        Optional<Reported.RemoteConfig> status = state.agent().remoteConfig();
        Optional<ApplyingWindow> window =
                state.offers().window().filter(open -> open.hash().equals(desired));
        if (after.isZero()
                || window.isEmpty()
                || status.isEmpty()
                || status.get().status() != RemoteConfigStatus.APPLYING
                || status.get().hash().filter(desired::equals).isEmpty()
                || state.offers().staleOffered().filter(desired::equals).isPresent()) {
            return Optional.empty();
        }
        Instant since = window.get().since();
        Instant stored = status.get().at();
        // Another replica may have stored the status again; a clock that is ahead does not count.
        Instant start = stored.isAfter(since) && !stored.isAfter(now) ? stored : since;
        Duration applying = Duration.between(start, now);
        return applying.compareTo(after) >= 0 ? Optional.of(applying) : Optional.empty();
    }
}
